/** A secret that may have been used in place of another. */
export interface SecretVariant {
  readonly key: string | Uint8Array;
  /** What was used; follows `it was signed with`. */
  readonly description: string;
  readonly fix: string;
}

const SECRET_PREFIX = 'whsec_';
const USE_UNCHANGED = 'use the secret unchanged, as UTF-8: do not strip or decode it';

/** Lists common alterations of a secret: line endings, whitespace, quotes, prefixes and encodings. */
export function listSecretVariants(secret: string): readonly SecretVariant[] {
  const trimmed = secret.trim();
  const bare = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const unquoted = /^(["'])(.*)\1$/s.exec(secret)?.[2];
  const all: readonly (SecretVariant | null)[] = [
    createVariant(
      trimmed,
      'the secret without surrounding whitespace or line break',
      'pass only the secret: "printf %s" writes no line break, "echo" does',
    ),
    createVariant(`${secret}\n`, ...describeEnding('a line break')),
    createVariant(`${secret}\r\n`, ...describeEnding('a line break (CRLF)')),
    createVariant(`${trimmed} `, ...describeEnding('a space')),
    createVariant('', 'an empty secret', 'the sender did not load its secret: its setting is empty'),
    unquoted === undefined
      ? null
      : createVariant(
          unquoted,
          'the secret without its quotes',
          'pass it without quotes: an .env file may keep them',
        ),
    createVariant(
      `"${secret}"`,
      'the secret in quotes',
      'the sender loaded it with its quotes: register it without them',
    ),
    createVariant(bare, `the secret without "${SECRET_PREFIX}"`, USE_UNCHANGED),
    createVariant(SECRET_PREFIX + secret, `the secret with "${SECRET_PREFIX}" before it`, USE_UNCHANGED),
    decodeSecret(bare, 'base64'),
    decodeSecret(bare, 'hex'),
    createVariant(Buffer.from(secret).toString('base64'), 'the secret in base64', USE_UNCHANGED),
    createVariant(Buffer.from(secret).toString('hex'), 'the secret in hex', USE_UNCHANGED),
    createVariant(Buffer.from(secret, 'latin1'), 'the secret in Latin-1', USE_UNCHANGED),
    createVariant(secret.normalize('NFC'), 'the secret with composed letters (NFC)', USE_UNCHANGED),
    createVariant(secret.normalize('NFD'), 'the secret with decomposed letters (NFD)', USE_UNCHANGED),
  ];
  const itself = Buffer.from(secret);
  return all.filter((each) => each !== null).filter(({ key }) => !itself.equals(Buffer.from(key)));
}

function createVariant(key: string | Uint8Array, how: string, mend: string): SecretVariant {
  return { key, description: how, fix: mend };
}

function describeEnding(what: string): readonly [how: string, mend: string] {
  return [
    `the secret followed by ${what}`,
    `the secret was registered with ${what} at its end: register it again without it, or pass it with it`,
  ];
}

function decodeSecret(text: string, encoding: 'base64' | 'hex'): SecretVariant | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.length === 0
    ? null
    : createVariant(bytes, `the secret decoded from ${encoding}`, USE_UNCHANGED);
}
