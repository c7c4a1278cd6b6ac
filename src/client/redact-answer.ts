import { createRedactor, findLongestWord, mask, redactValue, SECRET_NAME } from './mask.ts';
import type { ClientAnswer } from './transport.ts';

/** Below this length, a key may be a word that occurs in the service's data. */
const SHORTEST_IN_DATA = 16;

/**
 * Redacts keys of the request that a response echoes, as servers do that stand in for the service. Parts of a key
 * stay. The raw bytes stay unchanged, for `-o raw`.
 *
 * @see docs/safety.md#T16
 */
export function redactEchoedKeys<Body>(
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

/** Opening and closing quotes of a text, plain or as HTML entities. */
const QUOTE = `["']|&(?:quot|apos|#34|#39);`;
/** A secret's name, its closing quote, the separator before the value, and the value's opening quote. */
const NAMED = new RegExp(
  String.raw`(?:${SECRET_NAME.source})[\w-]{0,32}(\\*(?:${QUOTE}))?\s*[:=]\s*(?:(?:bearer|basic) +)?(\\*(?:${QUOTE}))?`,
  'gi',
);
const NEXT_QUOTE = new RegExp(QUOTE, 'g');
/** A value without quotes. */
const WORD = /[^\s"'<>&,;()[\]{}]*/y;
/** A value that looks like a key; bounded, so that nothing is scanned twice. */
const KEY = /[\w.~+/=:-]{16,2048}/y;

/**
 * Masks values after a secret's name in a text that is not JSON or only partly, in linear time. After a name without
 * quotes, only a value that looks like a key is masked, so that prose stays readable.
 *
 * @see docs/safety.md#C8
 */
export function redactNamedSecrets(text: string): string {
  const shown: string[] = [];
  let from = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const start = NAMED.lastIndex;
    const [, closing, opening] = found;
    const end = findSecretEnd(text, start, { closing, opening });
    // a truncated value shows nothing: its end is not the end of the secret
    const hidden = mask(end < text.length ? text.slice(start, end) : '');
    shown.push(text.slice(from, start), end > start ? hidden : '');
    from = end;
    NAMED.lastIndex = end;
  }
  return shown.join('') + text.slice(from);
}

function findSecretEnd(
  text: string,
  start: number,
  {
    closing,
    opening,
  }: {
    closing: string | undefined;
    opening: string | undefined;
  },
): number {
  if (opening !== undefined) return findQuotedEnd(text, start, opening);
  if (closing !== undefined && '[{'.includes(text.charAt(start))) return text.length;
  const value = closing === undefined ? KEY : WORD;
  value.lastIndex = start;
  return start + (value.exec(text)?.[0] ?? '').length;
}

/**
 * A quote with more backslashes than the opening one belongs to the text; without a closing quote, the value extends
 * to the end.
 */
function findQuotedEnd(text: string, start: number, opening: string): number {
  const depth = countBackslashesBefore(opening, opening.search(NEXT_QUOTE));
  const quote = opening.slice(depth);
  NEXT_QUOTE.lastIndex = start;
  for (let found = NEXT_QUOTE.exec(text); found !== null; found = NEXT_QUOTE.exec(text)) {
    const escapes = countBackslashesBefore(text, found.index);
    if (found[0] === quote && escapes <= depth) return found.index - escapes;
  }
  return text.length;
}

function countBackslashesBefore(text: string, end: number): number {
  let at = end;
  while (text[at - 1] === '\\') at -= 1;
  return end - at;
}
