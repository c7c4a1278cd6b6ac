import { stripVTControlCharacters } from 'node:util';
import { getDisplayWidth } from '../render/width.ts';
import type { PromptLook } from './prompts.ts';

/** The drawn lines of a prompt: up to the cursor's line, and below it. */
export interface PromptFrame {
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** The cursor's cell in the last line of `above`. */
  readonly cell: number;
  /** Width of a line when it was drawn. */
  readonly width: number;
}

interface FrameParts {
  readonly head: readonly string[];
  readonly foot: readonly string[];
  readonly look: PromptLook;
  /** Rows of the screen, if known. */
  readonly screenRows: number | undefined;
}

const USUAL_ROWS = 24;
/** Rows for the counts of hidden rows above and below, and one free row. */
const MARGIN = 3;
/** Width before a row of text. */
export const GUTTER = 2;
/** The line buffer of readline, which is not used; if it were empty, Ctrl-D would close the input. */
export const UNUSED_LINE = ' ';

/**
 * Draws a text between its head and foot, with a bar before each row. Of a text that is taller than the
 * screen, only the rows around the cursor are drawn, since scrolled-off rows cannot be redrawn.
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

/** Pads a line whose length is a multiple of the width, which the library would assume to be wrapped. */
function padLine(line: string, width: number): string {
  return stripVTControlCharacters(line).length % width === 0 ? `${line} ` : line;
}

/** The parts of readline that report the cursor position, and the return from Ctrl-Z. */
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
 * Keeps the cursor of a prompt at the position of its frame, and redraws it when the window was resized or
 * the program returns from Ctrl-Z.
 *
 * @returns a function that removes the listeners
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

/** Erases a frame that the terminal has rewrapped, and moves the cursor to where it would be otherwise. */
function eraseFrame({ above, cell }: PromptFrame, width: number): string {
  const tall = (cells: number) => Math.max(1, Math.ceil(cells / width));
  const before = above.slice(0, -1).map((line) => tall(getDisplayWidth(stripVTControlCharacters(line))));
  const up = before.reduce((sum, rows) => sum + rows, 0) + Math.floor(cell / width);
  const toTop = `${up > 0 ? `\u001b[${up}A` : ''}\r\u001b[J`;
  return toTop + '\n'.repeat(above.length - 1);
}
