import type { ClientAnswer } from './client-answer.ts';
import { createRedactor, redactValue } from './mask.ts';
import { findLongestWord } from './secret-pattern.ts';

/** Shorter than this, a key may be a word that the service's data holds by right. */
const SHORTEST_IN_DATA = 16;

/**
 * An answer whose body repeats no key of the request, as services do that stand in for another and show what they got.
 * What is not a whole key stays. Its bytes stay as they came: they are for whoever asks for them as they came.
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
  // texts and names are replaced, the shape stays
  return { ...answer, body: redactValue(answer.body, createRedactor(repeated), () => false) as Body };
}

/**
 * A cheap look, for bodies are large; false says that the body repeats the secret neither plainly nor in base64,
 * whatever is escaped there.
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

/** Looks for the longest word, and for what stands beside it: words of a key are words of comments, too. */
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

/** What a character that is neither letter nor digit can begin and end with when `secretFinders` finds it escaped. */
const ESCAPES_BEGIN = '\\%&+';
const ESCAPES_END = '0123456789ABCDEFabcdefnrt;+';
const FIRST_BEYOND_ASCII = 0x80;

/** @param char of a secret; none when nothing has to stand there */
function createByteMatcher(char: string | undefined, escapes: string): (byte: number | undefined) => boolean {
  if (char === undefined) return () => true;
  const known = new Set(Buffer.from(char + escapes));
  const isPlain = char.charCodeAt(0) < FIRST_BEYOND_ASCII;
  return (byte = 0) => known.has(byte) || (!isPlain && byte >= FIRST_BEYOND_ASCII);
}
