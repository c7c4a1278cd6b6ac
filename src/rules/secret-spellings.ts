/** A secret that somebody may have meant by another one. */
export interface SecretSpelling {
  readonly key: string | Uint8Array;
  /** What was signed with, as it follows `it was signed with`. */
  readonly how: string;
  readonly mend: string;
}

const PREFIX = 'whsec_';
const AS_IT_IS = 'the secret is used as it is, as UTF-8: take nothing from it, and decode nothing';

/** What people and programs do to a secret on its way: line ends, blanks, quotes, prefixes and encodings. */
export function secretSpellings(secret: string): readonly SecretSpelling[] {
  const trimmed = secret.trim();
  const bare = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const unquoted = /^(["'])(.*)\1$/s.exec(secret)?.[2];
  const all: readonly (SecretSpelling | null)[] = [
    spelling(
      trimmed,
      'the secret without the blanks or the line break around it',
      'give the secret alone: "printf %s" writes no line break, "echo" does',
    ),
    spelling(`${secret}\n`, ...withEnd('a line break')),
    spelling(`${secret}\r\n`, ...withEnd('a line break (CRLF)')),
    spelling(`${trimmed} `, ...withEnd('a blank')),
    spelling('', 'an empty secret', 'the sender has not read its secret: its setting is empty'),
    unquoted === undefined
      ? null
      : spelling(
          unquoted,
          'the secret without its quotes',
          'give it without them: an .env file may keep them',
        ),
    spelling(
      `"${secret}"`,
      'the secret in quotes',
      'the sender read it with its quotes: register it without them',
    ),
    spelling(bare, `the secret without "${PREFIX}"`, AS_IT_IS),
    spelling(PREFIX + secret, `the secret with "${PREFIX}" before it`, AS_IT_IS),
    decoded(bare, 'base64'),
    decoded(bare, 'hex'),
    spelling(Buffer.from(secret).toString('base64'), 'the secret in base64', AS_IT_IS),
    spelling(Buffer.from(secret).toString('hex'), 'the secret in hex', AS_IT_IS),
    spelling(Buffer.from(secret, 'latin1'), 'the secret in latin1', AS_IT_IS),
    spelling(secret.normalize('NFC'), 'the secret with composed letters (NFC)', AS_IT_IS),
    spelling(secret.normalize('NFD'), 'the secret with decomposed letters (NFD)', AS_IT_IS),
  ];
  const itself = Buffer.from(secret);
  return all.filter((each) => each !== null).filter(({ key }) => !itself.equals(Buffer.from(key)));
}

function spelling(key: string | Uint8Array, how: string, mend: string): SecretSpelling {
  return { key, how, mend };
}

function withEnd(what: string): readonly [how: string, mend: string] {
  return [
    `the secret and ${what} behind it`,
    `the secret was registered with ${what} at its end: register it again without, or give it with it`,
  ];
}

function decoded(text: string, encoding: 'base64' | 'hex'): SecretSpelling | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.length === 0
    ? null
    : spelling(bytes, `the bytes that the secret is the ${encoding} of`, AS_IT_IS);
}
