import type { ClientAnswer } from './client-answer.ts';
import { createRedactor, redactValue } from './mask.ts';
import { findLongestWord } from './secret-pattern.ts';

/** Below this length, a key may be a word that occurs in the service's data. */
const SHORTEST_IN_DATA = 16;

/**
 * Redacts keys of the request that a response echoes, as servers do that stand in for the service. Parts of a key
 * stay. The raw bytes stay unchanged, for `-o raw`.
 *
 * @see docs/safety.md#T16
 */
export function redactEchoedKeys<Body extends object>(
  answer: ClientAnswer<Body>,
  secrets: readonly string[],
): ClientAnswer<Body> {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_IN_DATA);
  const bytes = Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  const repeated = long.filter((secret) => mayContain(bytes, secret));
  if (repeated.length === 0) return answer;
  // only texts and names are replaced; the shape stays
  return { ...answer, body: redactValue(answer.body, createRedactor(repeated), () => false) as Body };
}

/**
 * A cheap check, because bodies are large; false means that the body contains the secret neither plainly nor in
 * base64, however it is escaped.
 */
function mayContain(bytes: Buffer, secret: string): boolean {
  return mayContainPlain(bytes, secret) || computeBase64Cores(secret).some((core) => bytes.includes(core));
}

function computeBase64Cores(secret: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const coded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    return findLongestWord(
      coded.slice(before + 1, Math.floor(((before + Buffer.byteLength(secret)) * 8) / 6)),
    );
  });
}

/** Searches for the longest word with its neighbouring characters, because words of a key also occur in comments. */
function mayContainPlain(bytes: Buffer, secret: string): boolean {
  const word = findLongestWord(secret);
  if (word === '') return true;
  const from = secret.indexOf(word);
  const isBefore = createByteMatcher(secret[from - 1], ESCAPES_END);
  const isBehind = createByteMatcher(secret[from + word.length], ESCAPES_BEGIN);
  for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + 1)) {
    if (isBefore(bytes[at - 1]) && isBehind(bytes[at + word.length])) return true;
  }
  return false;
}

/** First and last bytes of the escape sequences that `createSecretFinders` recognizes. */
const ESCAPES_BEGIN = '\\%&+';
const ESCAPES_END = '0123456789ABCDEFabcdefnrt;+';
const FIRST_BEYOND_ASCII = 0x80;

/** @param char of a secret; undefined at its start or end */
function createByteMatcher(char: string | undefined, escapes: string): (byte: number | undefined) => boolean {
  if (char === undefined) return () => true;
  const known = new Set(Buffer.from(char + escapes));
  const isPlain = char.charCodeAt(0) < FIRST_BEYOND_ASCII;
  return (byte = 0) => known.has(byte) || (!isPlain && byte >= FIRST_BEYOND_ASCII);
}
