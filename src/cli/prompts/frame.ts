import { stripVTControlCharacters } from 'node:util';
import { getDisplayWidth } from '../render/width.ts';
import type { PromptLook } from './prompts.ts';

/** What a prompt has drawn, in lines that fit: up to the one with the cursor, and below it. */
export interface PromptFrame {
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** Where the cursor stands in the last line of `above`. */
  readonly cell: number;
  /** Cells of a line when it was drawn. */
  readonly width: number;
}

interface FrameParts {
  readonly head: readonly string[];
  readonly foot: readonly string[];
  readonly look: PromptLook;
  /** Lines of the screen; a terminal may not know. */
  readonly screenRows: number | undefined;
}

const USUAL_ROWS = 24;
/** For what tells how many rows are hidden above and below, and one that stays free. */
const MARGIN = 3;
/** Cells before a row of text. */
export const GUTTER = 2;
/** Readline keeps a line of its own, which nothing is made of; were it empty, Ctrl-D would end the input. */
export const UNUSED_LINE = ' ';

/**
 * Puts a text between its head and foot, with a bar before each row. Of one that is taller than the screen, the rows
 * around the cursor are there: what has left the screen cannot be drawn over.
 */
export function drawPromptFrame(
  { rows, at, cell }: { readonly rows: readonly string[]; readonly at: number; readonly cell: number },
  { head, foot, look: { palette, width }, screenRows }: FrameParts,
): PromptFrame {
  const room = Math.max(1, (screenRows || USUAL_ROWS) - head.length - foot.length - MARGIN);
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), rows.length - room));
  const shown = rows.slice(first, first + room);
  const bar = palette.dim('│');
  const lines = shown.map((row) => `${bar} ${row}`);
  const hidden = (count: number) => (count > 0 ? [palette.dim(`┆ ${count} more`)] : []);
  const split = at - first + 1;
  return {
    above: [...head, ...hidden(first), ...lines.slice(0, split)].map((line, index, all) =>
      index === all.length - 1 ? padLine(line, width) : line,
    ),
    below: [...lines.slice(split), ...hidden(rows.length - first - shown.length), ...foot],
    cell: cell + GUTTER,
    width,
  };
}

/** The library takes a line whose units are a multiple of the width for one that the terminal wraps. */
function padLine(line: string, width: number): string {
  return stripVTControlCharacters(line).length % width === 0 ? `${line} ` : line;
}

/** Of readline, what the cursor's place is told by, and what says that the program is back from Ctrl-Z. */
interface PromptReader {
  line: string;
  getCursorPos: () => { rows: number; cols: number };
  readonly output: { mute(): void; unmute(): void; write(text: string): unknown };
  on(event: string, listener: () => void): void;
  removeListener(event: string, listener: () => void): void;
}

interface FrameTarget {
  readonly frame: { readonly current: PromptFrame | null };
  readonly screen: {
    on(event: 'resize', listener: () => void): unknown;
    off(event: 'resize', listener: () => void): unknown;
  };
  look(): PromptLook;
  redraw(): void;
}

/**
 * Keeps the cursor of a prompt where its frame says, and draws it anew when the window was resized or the program was
 * brought back from Ctrl-Z.
 *
 * @returns what lets go of it
 */
export function keepCursorInFrame(
  rl: PromptReader,
  { frame, screen, look, redraw }: FrameTarget,
): () => void {
  rl.line = UNUSED_LINE;
  rl.getCursorPos = () => {
    const { above = [], cell = 0, width = 1 } = frame.current ?? {};
    const units = stripVTControlCharacters(above.at(-1) ?? '').length;
    return { rows: Math.floor(units / width), cols: cell };
  };
  const refit = () => {
    if (frame.current !== null) {
      rl.output.unmute();
      rl.output.write(eraseFrame(frame.current, look().width));
      rl.output.mute();
    }
    redraw();
  };
  screen.on('resize', refit);
  rl.on('SIGCONT', redraw);
  return () => {
    screen.off('resize', refit);
    rl.removeListener('SIGCONT', redraw);
  };
}

/** Erases a frame that the terminal has wrapped anew, and goes to where the cursor would be, had it not. */
function eraseFrame({ above, cell }: PromptFrame, width: number): string {
  const tall = (cells: number) => Math.max(1, Math.ceil(cells / width));
  const before = above.slice(0, -1).map((line) => tall(getDisplayWidth(stripVTControlCharacters(line))));
  const up = before.reduce((sum, rows) => sum + rows, 0) + Math.floor(cell / width);
  const toTop = `${up > 0 ? `\u001b[${up}A` : ''}\r\u001b[J`;
  return toTop + '\n'.repeat(above.length - 1);
}
