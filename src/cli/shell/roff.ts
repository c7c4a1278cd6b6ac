import { wrap } from '../render/wrap.ts';

/** Characters that are special to roff, or typeset as characters that cannot be copied back. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/** Escapes one line of text so that roff prints it literally, also when it starts like a request. */
export function escapeRoff(text: string): string {
  const safe = text.replaceAll(
    /[\\\-'`^~"]|[^\x20-\x7E]/gu,
    (char) => ESCAPES[char] ?? escapeCodePoint(char),
  );
  return safe.startsWith('.') ? `\\&${safe}` : safe;
}

function escapeCodePoint(char: string): string {
  return `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Formats a macro call with quoted arguments. */
export function formatMacro(name: string, ...values: readonly string[]): string {
  return [`.${name}`, ...values.map((value) => `"${escapeRoff(value)}"`)].join(' ');
}

/** Formats prose, which roff fills. Each sentence starts on a new line, which is how roff detects its end. */
export function formatProse(text: string): readonly string[] {
  const sentences = text.trim().split(/(?<=[.?!:])\s+(?=[A-Z"])/);
  return sentences
    .flatMap((sentence) => wrap(sentence.replaceAll(/\s+/g, ' '), LONGEST_LINE))
    .map(escapeRoff);
}

/** Leaves room for escapes: lines of roff source should have at most 80 bytes. */
const LONGEST_LINE = 64;

/** Formats literal lines. Hyphenation is turned off again after them. */
export function formatLiteral(lines: readonly string[]): readonly string[] {
  return ['.EX', ...lines.map(escapeRoff), '.EE', '.nh'];
}
