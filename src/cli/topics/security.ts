import { ASSUMED } from '../../facts/assumed.ts';
import { HOUR_MS } from '../../facts/durations.ts';
import type { Topic } from '../command.ts';
import { formatRows } from '../format-rows.ts';

/** @see docs/safety.md#S1 to #S10 */
const WAY_OUT = [
  ['once', 'a name is resolved once, and one address of several that is not public is enough to refuse it'],
  ['judged', 'every spelling of an address counts: decimal, octal, short, mapped, NAT64, with a full stop'],
  ['held', 'it is connected to an address that was judged, and looked at again before a byte leaves'],
  ['alone', 'no redirect is followed, no proxy is used, and no connection is shared'],
  ['TLS', 'https on port 443 or from 1024 on; the certificate has to hold'],
  ['bounded', 'one deadline from the name to the last byte; size is counted after decoding'],
  ['silent', 'why it failed is one of a few words, which tell nothing of what stands behind an address'],
] as const;

export const topic: Topic = {
  summary: 'Where keys may go, and what strangers cannot do here',
  text: (width) => `
No flag takes a key: every user of a machine can read a command line. Keys come from the environment or from files, are
sent only to the address they belong to, and are shown at most by their last four characters.

Saved keys stand in one file that is yours alone (0600, in a folder that is 0700); it is not encrypted. It is never read
or written through a link, rights that others have to it are taken away with a warning, and many processes may write at
once. A damaged one is copied aside and ends every command until it is mended. On Windows, your profile's own access
list is what protects it. "crier logout" forgets keys, "crier doctor" looks at all of this.

Redirects are not followed. http is for this machine only. The X pair goes only on requests that can reach X.

The certificate of a service is checked. NODE_TLS_REJECT_UNAUTHORIZED=0 does not change that: a request that would
carry keys is refused before it is sent (exit 2). For a private authority, name its certificate in NODE_EXTRA_CA_CERTS.
--insecure-skip-tls-verify accepts any certificate of the service, in one run; no variable and no file sets it, and it
is never for proxies, webhooks or message callbacks.

Comments are written by strangers: nothing of them reaches a terminal as a control sequence, and csv cells that a
spreadsheet would run are defused.

Addresses that people give, of webhooks and of message callbacks, are asked over one guarded way, by the sandbox and by
"hooks send" and "callbacks check" alike:

${formatRows(WAY_OUT, width)}

--allow-private 127.0.0.1:8080 lets one run reach that host and port though it is not public, also by http. No file and
no variable sets it; what went there is marked, and a run without it does not go there again. A name that is allowed
never leads to a link-local address (169.254.0.0/16, fe80::/10) or to a cloud's metadata service: only that address
itself, as the value of the flag, does.

What is signed is never sent unsigned because the secret cannot be read: a delivery waits for its next attempt, a
callback is not asked. The signature covers the body alone, so that it is the timeStamp inside that tells how old it is;
a new secret signs beside the old one for ${ASSUMED.secretGraceMs / HOUR_MS} hours. "crier help webhooks" has the code that checks it.

Servers of this program listen on this machine alone. The sandbox answers to no name but localhost and to no page of
another site; "callbacks serve" answers one path, to no browser, and reads no more than it needs.

  $ crier api GET /comments/Sp7kQm2XvLr9TzBd4HnW --sandbox --verbose
  $ crier doctor --sandbox
`,
};
