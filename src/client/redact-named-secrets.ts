import { mask, SECRET_NAME } from './mask.ts';

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

interface Quotes {
  readonly closing: string | undefined;
  readonly opening: string | undefined;
}

function findSecretEnd(text: string, start: number, { closing, opening }: Quotes): number {
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
