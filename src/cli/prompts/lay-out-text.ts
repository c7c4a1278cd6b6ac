import { sanitizeText } from '../render/sanitize-text.ts';
import { getDisplayWidth } from '../render/width.ts';
import type { EditedText } from './edit-text.ts';

/** A text laid out in rows. */
interface TextRows {
  /** Each fits into the width, and is sanitized. */
  readonly rows: readonly string[];
  /** The cursor's row and cell. */
  readonly at: number;
  readonly cell: number;
}

/** Lays out a text in rows; a longer line continues in the next row. @param width of a row in cells */
export function layOutText({ lines, row, column }: EditedText, width: number): TextRows {
  const rows: string[] = [];
  let [at, cell] = [0, 0];
  for (const [index, line] of lines.entries()) {
    for (const piece of splitIntoRows(line, width)) {
      // a cursor after the last character of a row is in the next row, if there is one
      if (index === row && column >= piece.from) {
        at = rows.length;
        cell = getDisplayWidth(sanitizeText(line.slice(piece.from, column)));
      }
      rows.push(sanitizeText(line.slice(piece.from, piece.to)));
    }
  }
  return { rows, at, cell };
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Splits a line into rows. */
function splitIntoRows(line: string, width: number): readonly TextRange[] {
  const found: TextRange[] = [];
  let [from, to, used] = [0, 0, 0];
  for (const { segment } of CHARACTERS.segment(line)) {
    const wide = getDisplayWidth(sanitizeText(segment));
    if (used + wide > width && to > from) {
      found.push({ from, to });
      [from, used] = [to, 0];
    }
    used += wide;
    to += segment.length;
  }
  return [...found, { from, to }];
}

const CHARACTERS = new Intl.Segmenter();
