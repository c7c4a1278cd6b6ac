/** A text of several lines, and where in it the cursor stands. */
export interface EditedText {
  /** At least one. */
  readonly lines: readonly string[];
  readonly row: number;
  /** In UTF-16 units, between characters. */
  readonly column: number;
}

/** A key as readline reads it. */
export interface EditKey {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  /** What the terminal sent. */
  readonly sequence?: string | undefined;
}

/** A text with the cursor at its end. */
export function textAtEnd(text: string): EditedText {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  return { lines, row: lines.length - 1, column: last.length };
}

/** The text after a key; the same when the key does nothing here. */
export function editText(text: EditedText, key: EditKey): EditedText {
  const name = key.ctrl ? (CONTROLS[key.name ?? ''] ?? '') : (key.name ?? '');
  const edit = Object.hasOwn(EDITS, name) ? EDITS[name] : undefined;
  if (edit !== undefined) return edit(text);
  const typed = key.ctrl || key.meta ? '' : (key.sequence ?? '');
  return typed === '' || /\p{Cc}/u.test(typed) ? text : replaced(text, text.column, typed);
}

type Edit = (text: EditedText) => EditedText;

/** What keys with Ctrl are called where there is one without. */
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
  return: newLine,
  enter: newLine,
  backspace: (text) => (text.column === 0 ? joined(text, text.row - 1) : replaced(text, before(text), '')),
  delete: (text) =>
    text.column === lineOf(text).length
      ? joined(text, text.row)
      : replaced({ ...text, column: after(text) }, text.column, ''),
  left: (text) =>
    text.column === 0
      ? movedTo(text, text.row - 1, Number.POSITIVE_INFINITY)
      : { ...text, column: before(text) },
  right: (text) =>
    text.column === lineOf(text).length ? movedTo(text, text.row + 1, 0) : { ...text, column: after(text) },
  up: (text) => movedTo(text, text.row - 1, text.column),
  down: (text) => movedTo(text, text.row + 1, text.column),
  home: (text) => ({ ...text, column: 0 }),
  end: (text) => ({ ...text, column: lineOf(text).length }),
  cutLeft: (text) => replaced(text, 0, ''),
  cutRight: (text) => replaced({ ...text, column: lineOf(text).length }, text.column, ''),
  cutWord: (text) =>
    replaced(
      text,
      lineOf(text)
        .slice(0, text.column)
        .search(/\S*\s*$/),
      '',
    ),
};

function newLine(text: EditedText): EditedText {
  const { lines, row, column } = text;
  const line = lineOf(text);
  const halves = [line.slice(0, column), line.slice(column)];
  return { lines: lines.toSpliced(row, 1, ...halves), row: row + 1, column: 0 };
}

/** Puts something in the place of what stands between a column and the cursor. */
function replaced(text: EditedText, from: number, by: string): EditedText {
  const line = lineOf(text);
  const changed = line.slice(0, from) + by + line.slice(text.column);
  return { ...text, lines: text.lines.with(text.row, changed), column: from + by.length };
}

/** Joins a line and the one below it, where there are both. */
function joined(text: EditedText, row: number): EditedText {
  const [one, other] = [text.lines[row], text.lines[row + 1]];
  if (one === undefined || other === undefined) return text;
  return { lines: text.lines.toSpliced(row, 2, one + other), row, column: one.length };
}

/** Moves the cursor to another line, or leaves it where there is none. */
function movedTo(text: EditedText, row: number, column: number): EditedText {
  const line = text.lines[row];
  if (line === undefined) return text;
  // never into the middle of a character
  const border = charactersOf(line).findLast(({ index }) => index <= column);
  return { ...text, row, column: column >= line.length ? line.length : (border?.index ?? 0) };
}

function before(text: EditedText): number {
  return charactersOf(lineOf(text).slice(0, text.column)).at(-1)?.index ?? 0;
}

function after(text: EditedText): number {
  const [next] = charactersOf(lineOf(text).slice(text.column));
  return text.column + (next?.segment.length ?? 0);
}

function lineOf({ lines, row }: EditedText): string {
  return lines[row] ?? '';
}

function charactersOf(text: string): readonly Intl.SegmentData[] {
  return [...CHARACTERS.segment(text)];
}

const CHARACTERS = new Intl.Segmenter();
