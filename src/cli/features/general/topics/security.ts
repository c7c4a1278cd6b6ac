import { ASSUMED } from '../../../../service/assumed.ts';
import { HOUR_MS } from '../../../../service/durations.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

/** @see docs/safety.md#S1 to #S10 */
const WAY_OUT = [
  ['resolve', 'a name is resolved once, and refused if any of its addresses is not public'],
  ['parse', 'every notation of an address is checked: decimal, octal, short, mapped, NAT64'],
  ['pin', 'only a checked address is connected to, and checked again before sending'],
  ['isolate', 'no redirects, no proxy, no shared connections'],
  ['TLS', 'https on port 443, or from 1024, with a valid certificate'],
  ['limit', 'one deadline for the whole exchange; size is counted after decoding'],
  ['hide', 'errors reveal nothing about the network behind an address'],
] as const;

export const topic: Topic = {
  summary: 'How keys and untrusted input are protected',
  text: (width) => `
Keys are never passed by flag, because every user of a machine can read command lines. They are read from the environment
or from files, are sent only to the address they belong to, and are printed with at most their last four characters.

Saved keys are in a file that only you can read (0600, in a folder with 0700). It is not encrypted. It is never read or
written through a symbolic link, permissions of others are removed with a warning, and several processes can write to it
safely. If it is damaged, it is copied aside and every command fails until you repair or reset it. On Windows, the access
list of your user profile protects it. "crier logout" deletes keys, and "crier doctor" checks all of this.

On a machine with a keyring, "crier config set credentials keyring" encrypts them: the keyring keeps the key to them, as the
entry "crier", and the file is of no use without it. "crier config set credentials file" takes that back, CRIER_CREDENTIALS
decides for one run. It needs the Keychain of macOS, the Credential Manager of Windows, or on Linux a Secret Service such as
GNOME Keyring, KWallet or KeePassXC, and the optional package @napi-rs/keyring, which npm installs with crier where it can.
Where the keyring cannot be used or does not answer within two seconds, new keys are saved without encryption, with a note,
and encrypted ones cannot be read. Passwords in addresses are never encrypted.

Redirects are not followed. http is accepted only for this machine. The X app keys are sent only with requests that can
reach X.

The TLS certificate of the service is verified. NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable this: a request with keys
is refused before it is sent (exit 2). For a private certificate authority, use --ca-file
(CRIER_CA_FILE), or set NODE_EXTRA_CA_CERTS.
--insecure-skip-tls-verify accepts any certificate of the service in one run. No variable and no file can set it, and it
never applies to proxies, webhooks or message callbacks.

crier sends no telemetry: it connects to the service that you choose, to addresses that you give it, and to one more: the
registry that npm is set to, which it asks for <registry>/crier-cli/latest, to report a newer version. It asks at most
once a day, in the background, after a command on a terminal; never on the first day, in CI, in a pipe or with -q. The
request has no key, token, cookie or version, and nothing about you or the command. "crier config set update-notice off",
CRIER_UPDATE_NOTICE=off or NO_UPDATE_NOTIFIER=1 turns it off; "crier version --check" then still asks.

Comments are untrusted text: control sequences never reach the terminal, and csv cells that a spreadsheet would run are
escaped.

URLs of webhooks and message callbacks are untrusted too. The sandbox, "hooks send" and "callbacks check" connect to them
only through a guard:

${formatRows(WAY_OUT, width)}

--allow-private 127.0.0.1:8080 permits one private host and port in one run, also over http. No variable and no file can
set it. Deliveries sent this way are marked, and a run without the flag does not continue them. A permitted host name can
never resolve to a link-local address (169.254.0.0/16, fe80::/10) or to the metadata service of a cloud; only such an
address itself, as the value of the flag, permits that.

What must be signed is never sent unsigned: if the secret cannot be read, a delivery waits for its next attempt and a
callback is not sent. The signature covers only the body, so the timeStamp in the body proves its age. After a change, the
old and the new secret both sign for ${ASSUMED.secretGraceMs / HOUR_MS} hours. See "crier help webhooks" for code that verifies signatures.

Local servers listen only on this machine. The sandbox server accepts only requests for localhost and refuses requests
from web pages. "callbacks serve" serves one path, refuses browsers, and limits what it reads.

  $ crier api GET /comments/Sp7kQm2XvLr9TzBd4HnW --sandbox --verbose
  $ crier doctor --sandbox
`,
};
