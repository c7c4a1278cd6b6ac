import type { Topic } from '../command.ts';

export const topic: Topic = {
  summary: 'Where keys may go, and what strangers cannot do to your terminal',
  text: () => `
No flag takes a key: every user of a machine can read a command line. Keys come from the environment or from files, are
sent only to the address they belong to, and are shown at most by their last four characters.

Redirects are not followed. http is for this machine only. The X pair goes only on requests that can reach X.

Comments are written by strangers: nothing of them reaches a terminal as a control sequence, and csv cells that a
spreadsheet would run are defused.

  $ crier api GET /comments/Sp7kQm2XvLr9TzBd4HnW --sandbox --verbose
`,
};
