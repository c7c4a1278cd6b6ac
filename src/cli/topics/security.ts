import type { Topic } from '../command.ts';

export const topic: Topic = {
  summary: 'Where keys may go, and what strangers cannot do here',
  text: () => `
No flag takes a key: every user of a machine can read a command line. Keys come from the environment or from files, are
sent only to the address they belong to, and are shown at most by their last four characters.

Saved keys stand in one file that is yours alone (0600, in a folder that is 0700); it is not encrypted. It is never read
or written through a link, rights that others have to it are taken away with a warning, and many processes may write at
once. A damaged one is copied aside and ends every command until it is mended. On Windows, your profile's own access
list is what protects it. "crier logout" forgets keys, "crier doctor" looks at all of this.

Redirects are not followed. http is for this machine only. The X pair goes only on requests that can reach X.

Comments are written by strangers: nothing of them reaches a terminal as a control sequence, and csv cells that a
spreadsheet would run are defused.

  $ crier api GET /comments/Sp7kQm2XvLr9TzBd4HnW --sandbox --verbose
`,
};
