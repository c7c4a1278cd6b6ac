import { wrap } from '../render/wrap.ts';

/** Characters that roff reads as something else, or sets as something that cannot be copied back. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/** Text of one line as roff shows it, letter for letter, also where it begins as a request does. */
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

/** A macro with its arguments, each of them one. */
export function formatMacro(name: string, ...values: readonly string[]): string {
  return [`.${name}`, ...values.map((value) => `"${escapeRoff(value)}"`)].join(' ');
}

/** Prose, filled by whoever shows it. Each sentence begins a line of the file: that is how roff knows its end. */
export function formatProse(text: string): readonly string[] {
  const sentences = text.trim().split(/(?<=[.?!:])\s+(?=[A-Z"])/);
  return sentences
    .flatMap((sentence) => wrap(sentence.replaceAll(/\s+/g, ' '), LONGEST_LINE))
    .map(escapeRoff);
}

/** Escapes make a line longer, and 80 bytes are the most that a file of roff should have in one. */
const LONGEST_LINE = 64;

/** Lines that stand as they are. Behind them, groff would break words again. */
export function formatLiteral(lines: readonly string[]): readonly string[] {
  return ['.EX', ...lines.map(escapeRoff), '.EE', '.nh'];
}
