import { sanitizeText } from '../render/sanitize-text.ts';
import { getDisplayWidth } from '../render/width.ts';
import type { EditedText } from './edit-text.ts';

/** A text as it stands on the screen. */
interface TextRows {
  /** Each fits into the width, and is safe. */
  readonly rows: readonly string[];
  /** The row with the cursor, and the cell in which it stands. */
  readonly at: number;
  readonly cell: number;
}

/** Lays a text out in rows; a line that is longer than a row goes on in the next one. @param width cells of a row */
export function layOutText({ lines, row, column }: EditedText, width: number): TextRows {
  const rows: string[] = [];
  let [at, cell] = [0, 0];
  for (const [index, line] of lines.entries()) {
    for (const piece of splitIntoRows(line, width)) {
      // a cursor behind the last character of a row stands in the next one, if there is one
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

/** Where the rows of a line begin and end; one cell is left for the cursor. */
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
