import type { EditKey } from '../../../world.ts';
import { sanitizeText } from '../output/text/sanitize-text.ts';
import { getDisplayWidth } from '../output/text/width.ts';

/** A text of several lines, and the position of the cursor. */
export interface EditedText {
  /** At least one. */
  readonly lines: readonly string[];
  readonly row: number;
  /** In UTF-16 code units, between graphemes. */
  readonly column: number;
}

export function startAtEnd(text: string): EditedText {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  return { lines, row: lines.length - 1, column: last.length };
}

/** Applies a key to the text; returns the same text when the key does nothing. */
export function editText(text: EditedText, key: EditKey): EditedText {
  const name = key.ctrl ? (CONTROLS[key.name ?? ''] ?? '') : (key.name ?? '');
  const edit = Object.hasOwn(EDITS, name) ? EDITS[name] : undefined;
  if (edit !== undefined) return edit(text);
  const typed = key.ctrl || key.meta ? '' : (key.sequence ?? '');
  return typed === '' || /\p{Cc}/u.test(typed) ? text : replaceText(text, text.column, typed);
}

/** Inserts a text, which may have several lines, at the cursor. */
export function insertText(text: EditedText, inserted: string): EditedText {
  const [first = '', ...more] = inserted.split('\n');
  return more.reduce(
    (typed, line) => replaceText(insertLine(typed), 0, line),
    replaceText(text, text.column, first),
  );
}

type Edit = (text: EditedText) => EditedText;

/** Keys with Ctrl, and the equivalent keys without. */
const CONTROLS: Readonly<Record<string, string>> = {
  a: 'home',
  b: 'left',
  e: 'end',
  f: 'right',
  h: 'backspace',
  k: 'cutRight',
  n: 'down',
  p: 'up',
  u: 'cutLeft',
  w: 'cutWord',
};

const EDITS: Readonly<Record<string, Edit>> = {
  return: insertLine,
  enter: insertLine,
  backspace: (text) =>
    text.column === 0 ? joinLines(text, text.row - 1) : replaceText(text, findPreviousColumn(text), ''),
  delete: (text) =>
    text.column === getLine(text).length
      ? joinLines(text, text.row)
      : replaceText({ ...text, column: findNextColumn(text) }, text.column, ''),
  left: (text) =>
    text.column === 0
      ? moveCursor(text, text.row - 1, Number.POSITIVE_INFINITY)
      : { ...text, column: findPreviousColumn(text) },
  right: (text) =>
    text.column === getLine(text).length
      ? moveCursor(text, text.row + 1, 0)
      : { ...text, column: findNextColumn(text) },
  up: (text) => moveCursor(text, text.row - 1, text.column),
  down: (text) => moveCursor(text, text.row + 1, text.column),
  home: (text) => ({ ...text, column: 0 }),
  end: (text) => ({ ...text, column: getLine(text).length }),
  cutLeft: (text) => replaceText(text, 0, ''),
  cutRight: (text) => replaceText({ ...text, column: getLine(text).length }, text.column, ''),
  cutWord: (text) =>
    replaceText(
      text,
      getLine(text)
        .slice(0, text.column)
        .search(/\S*\s*$/),
      '',
    ),
};

function insertLine(text: EditedText): EditedText {
  const { lines, row, column } = text;
  const line = getLine(text);
  const halves = [line.slice(0, column), line.slice(column)];
  return { lines: lines.toSpliced(row, 1, ...halves), row: row + 1, column: 0 };
}

/** Replaces the text between a column and the cursor. */
function replaceText(text: EditedText, from: number, by: string): EditedText {
  const line = getLine(text);
  const changed = line.slice(0, from) + by + line.slice(text.column);
  return { ...text, lines: text.lines.with(text.row, changed), column: from + by.length };
}

/** Joins a line with the next one, if both exist. */
function joinLines(text: EditedText, row: number): EditedText {
  const [one, other] = [text.lines[row], text.lines[row + 1]];
  if (one === undefined || other === undefined) return text;
  return { lines: text.lines.toSpliced(row, 2, one + other), row, column: one.length };
}

/** Moves the cursor to another line, if it exists. */
function moveCursor(text: EditedText, row: number, column: number): EditedText {
  const line = text.lines[row];
  if (line === undefined) return text;
  // never into the middle of a grapheme
  const border = splitCharacters(line).findLast(({ index }) => index <= column);
  return { ...text, row, column: column >= line.length ? line.length : (border?.index ?? 0) };
}

function findPreviousColumn(text: EditedText): number {
  return splitCharacters(getLine(text).slice(0, text.column)).at(-1)?.index ?? 0;
}

function findNextColumn(text: EditedText): number {
  const [next] = splitCharacters(getLine(text).slice(text.column));
  return text.column + (next?.segment.length ?? 0);
}

function getLine({ lines, row }: EditedText): string {
  return lines[row] ?? '';
}

function splitCharacters(text: string): readonly Intl.SegmentData[] {
  return [...CHARACTERS.segment(text)];
}

const CHARACTERS = new Intl.Segmenter();

/**
 * Lays out a text in sanitized rows; a longer line continues in the next row.
 *
 * @param width of a row in cells
 * @returns `at` and `cell` are the cursor's row and cell
 */
export function layOutText({ lines, row, column }: EditedText, width: number) {
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
  from: number;
  to: number;
}

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
