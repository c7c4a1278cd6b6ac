import { beginning, widestWidth } from './width.ts';

/**
 * Breaks prose into lines of at most `width` columns, between words where it can, inside a word that is longer
 * than a line where it must. Runs of spaces become one. No terminal needs more columns, whatever it makes of emoji.
 *
 * @returns at least one line; none is wider than `width`, unless a single character is
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ').filter((word) => word !== '')) {
    const wide = widestWidth(word);
    if (line !== '' && used + 1 + wide <= width) {
      line += ` ${word}`;
      used += 1 + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [word] : broken(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    used = widestWidth(line);
  }
  return [...lines, ...(line === '' && lines.length > 0 ? [] : [line])];
}

/** What it joined is on the next line. */
const OPEN_JOINER = /[\u200C\u200D]+$/;

function broken(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  for (let rest = word; rest !== ''; ) {
    const piece = beginning(rest, width) || firstCharacter(rest);
    pieces.push(piece.replace(OPEN_JOINER, ''));
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** Of a text that begins with a character wider than a line. */
function firstCharacter(text: string): string {
  let width = 1;
  while (beginning(text, width) === '') width += 1;
  return beginning(text, width);
}
