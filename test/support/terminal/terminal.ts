import xterm, { type IUnicodeVersionProvider, type Terminal } from '@xterm/headless';
import { expect } from 'vitest';
import type { InTerminal } from './pty.ts';

/** What a terminal showed, and what was done to it. */
export interface Screen {
  /** Its lines from the first that was written to the one with the cursor; blanks at their ends are left out. */
  readonly lines: readonly string[];
  /** What is in the cells of a line, `width` of them. @param from counted from 0 */
  cells(line: number, from: number, width: number): string;
  /** Lines, or rests of them, that stand below the line that they belong to, for want of room. */
  readonly overflow: readonly string[];
  /** Everything that output must not do to a terminal, in words. */
  readonly harm: readonly string[];
}

/** Which terminal: those that know emoji sequences put each into two cells, others each code point into its own. */
export type TerminalKind = 'by grapheme' | 'by code point';

const ROWS = 24;
const SCROLLBACK = 40_000;
const ESC_FINALS = range(0x30, 0x7e).filter((code) => !'P[]X^_\\'.includes(String.fromCharCode(code)));
const OSC_NUMBERS = [...range(0, 22), 50, 52, 99, ...range(104, 119), 133, 633, 777, 1337];
const CSI_PREFIXES = [undefined, '?', '>', '<', '='];

/**
 * Feeds output into a real terminal emulator, and looks at what it did.
 *
 * @param output as it leaves for a terminal; each line feed goes to the start of the next line, as with a real one
 */
export async function showOn(
  output: string,
  columns: number,
  kind: TerminalKind = 'by grapheme',
): Promise<Screen> {
  const terminal = createTerminal(columns, ROWS, kind);
  const harm = watch(terminal);
  await written(terminal, output);
  harm.push(...leftOver(terminal));
  const { active } = terminal.buffer;
  const last = active.baseY + active.cursorY;
  const lines = range(0, last).map((y) => active.getLine(y));
  const overflow = lines.flatMap((line) => (line?.isWrapped ? [line.translateToString(true)] : []));
  const screen = {
    lines: lines.map((line) => line?.translateToString(true) ?? ''),
    cells: (y: number, from: number, width: number) =>
      lines[y]?.translateToString(false, from, from + width) ?? '',
    overflow,
    harm,
  };
  terminal.dispose();
  return screen;
}

/** A terminal emulator that puts line feeds at the start of the next line. */
export function createTerminal(columns: number, rows: number, kind: TerminalKind): Terminal {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: SCROLLBACK,
    convertEol: true,
    allowProposedApi: true,
  });
  terminal.unicode.register(widths(kind));
  terminal.unicode.activeVersion = kind;
  return terminal;
}

export function written(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve) => terminal.write(text, resolve));
}

/** Notes everything but text, line feeds, and colours. */
function watch(terminal: Terminal): string[] {
  const harm: string[] = [];
  const note = (what: string) => {
    harm.push(what);
    return false; // the emulator does it all the same
  };
  terminal.onTitleChange((title) => note(`title ${title}`));
  terminal.onBell(() => note('bell'));
  terminal.onData((reply) => note(`reply ${JSON.stringify(reply)}`));
  terminal.onBinary((reply) => note(`reply ${JSON.stringify(reply)}`));
  terminal.buffer.onBufferChange(() => note('another screen'));
  for (const number of OSC_NUMBERS) terminal.parser.registerOscHandler(number, () => note(`OSC ${number}`));
  for (const code of ESC_FINALS) {
    const final = String.fromCharCode(code);
    terminal.parser.registerEscHandler({ final }, () => note(`ESC ${final}`));
  }
  for (const code of range(0x40, 0x7e)) {
    const final = String.fromCharCode(code);
    for (const prefix of CSI_PREFIXES) {
      if (final === 'm' && prefix === undefined) continue;
      const id = prefix === undefined ? { final } : { prefix, final };
      terminal.parser.registerCsiHandler(id, () => note(`CSI ${prefix ?? ''}${final}`));
    }
    terminal.parser.registerDcsHandler({ final }, () => note(`DCS ${final}`));
  }
  return harm;
}

/** What is not as it was before the output. */
function leftOver(terminal: Terminal): readonly string[] {
  const { active } = terminal.buffer;
  const { modes } = terminal;
  const changed = [
    [active.cursorX !== 0, `the cursor stands in column ${active.cursorX}`],
    [active.type !== 'normal', 'another screen'],
    [!modes.wraparoundMode, 'lines do not wrap'],
    [modes.originMode || modes.insertMode || modes.reverseWraparoundMode, 'a mode of writing'],
    [modes.applicationCursorKeysMode || modes.applicationKeypadMode, 'application keys'],
    [modes.mouseTrackingMode !== 'none' || modes.sendFocusMode, 'reports'],
    [modes.bracketedPasteMode, 'bracketed paste'],
  ] as const;
  return changed.flatMap(([isChanged, what]) => (isChanged ? [what] : []));
}

const GROWS = 1;
const JOINS = 2;
const FLAG = 3;

/**
 * The widths of a kind of terminal, in the form in which the emulator keeps them: whether a code point joins the one
 * before it, the cells of both together, and what may come next.
 */
function widths(kind: TerminalKind): IUnicodeVersionProvider {
  const alone = (point: number) => ({ state: stateOf(point), width: cellWidth(point), joins: false });
  const joined = (point: number, before: number) => {
    const state = before >> 3;
    const width = (before >> 1) & 3;
    const char = String.fromCodePoint(point);
    if (before === 0) return alone(point);
    if (char === '\u200d') return { state: state === GROWS ? JOINS : 0, width, joins: true };
    if (char === '\ufe0f' && state === GROWS) return { state, width: 2, joins: true };
    if (char === '\ufe0e' && state === GROWS) return { state, width: 1, joins: true };
    if (char === '\u20e3') return { state: 0, width, joins: true };
    if (/\p{Emoji_Modifier}/u.test(char) && state === GROWS) return { state, width: 2, joins: true };
    if (/\p{Extended_Pictographic}/u.test(char) && state === JOINS)
      return { state: GROWS, width: 2, joins: true };
    if (isFlagHalf(point) && state === FLAG) return { state: 0, width: 2, joins: true };
    if (cellWidth(point) === 0) return { state, width, joins: true };
    return alone(point);
  };
  return {
    version: kind,
    wcwidth: cellWidth,
    charProperties(point, before) {
      const { state, width, joins } = kind === 'by grapheme' ? joined(point, before) : byPoint(point, before);
      return (state << 3) | (width << 1) | (joins ? 1 : 0);
    },
  };
}

function byPoint(point: number, before: number) {
  const width = cellWidth(point);
  const joins = width === 0 && before !== 0;
  return { state: 0, width: joins ? (before >> 1) & 3 : width, joins };
}

function stateOf(point: number): number {
  if (isFlagHalf(point)) return FLAG;
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\d#*]/u.test(String.fromCodePoint(point)) ? GROWS : 0;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Answers each question as soon as it is there. */
export async function answer(
  program: InTerminal,
  answers: readonly (readonly [string | RegExp, string])[],
): Promise<void> {
  for (const [question, keys] of answers) {
    await program.seen(question);
    program.type(keys);
  }
}

/** What redrawing a prompt takes: moving about, clearing, and hiding the cursor while a choice is made. */
const REDRAWS = /^CSI (\?[hl]|[ABGJK])$/;

/** The screen when all is over, with the cursor shown. */
export async function screenOf(program: InTerminal, columns = 80): Promise<readonly string[]> {
  const { output } = program;
  expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(output.lastIndexOf('\u001b[?25l'));
  const { lines, harm } = await showOn(output, columns);
  expect(harm.filter((what) => !REDRAWS.test(what))).toEqual([]);
  return lines;
}

/**
 * How many cells a terminal gives to a code point (0, 1 or 2), written down apart from the code that measures text:
 * East Asian Width by block, marks and Hangul vowels none, signs that are emoji by themselves two.
 */
export function cellWidth(point: number): 0 | 1 | 2 {
  const char = String.fromCodePoint(point);
  if (NO_CELL.test(char)) return 0;
  if (point < FIRST_ALL_WIDE && /\p{Unassigned}/u.test(char)) return 1;
  if (/\p{Emoji_Presentation}/u.test(char) && !isFlagHalf(point)) return 2;
  return WIDE_BLOCKS.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

/** From here on Unicode counts as wide also what it has not assigned yet. */
const FIRST_ALL_WIDE = 0x20000;

const NO_CELL = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const WIDE_BLOCKS: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], // Hangul consonants that begin a syllable
  [0x2e80, 0x303e], // radicals, signs
  [0x3041, 0x3247], // kana and what is enclosed
  [0x3250, 0xa4cf], // to Yi, Han and hexagrams between them
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3], // Hangul
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60], // full-width forms
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff], // Tangut, Khitan
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd], // Han beyond the basic plane
];

function isFlagHalf(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}
