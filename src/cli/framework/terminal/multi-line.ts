import { stripVTControlCharacters } from 'node:util';
import {
  createPrompt,
  isEnterKey,
  isTabKey,
  useEffect,
  useKeypress,
  useMemo,
  useRef,
  useState,
} from '@inquirer/core';
import type { EditKey, LongTextQuestion, PromptLook } from '../../../world.ts';
import { sanitizeText } from '../output/text/sanitize-text.ts';
import { getDisplayWidth, truncate } from '../output/text/width.ts';
import { wrap } from '../output/text/wrap.ts';
import { type EditedText, editText, layOutText, startAtEnd } from './edit-text.ts';
import type { PromptTerminal } from './prompts.ts';

/** Typed keys have longer gaps than this; pasted text arrives at once. */
const PASTE_GAP_MS = 25;

interface MultiLineConfig extends LongTextQuestion {
  look(): PromptLook;
  screen: PromptTerminal['output'];
}

/**
 * Asks for a text of several lines, in which the cursor can move. Ctrl-D ends it, and so does Enter after two
 * empty lines; empty lines of pasted text are part of it.
 */
export const multiLine = createPrompt<string, MultiLineConfig>((config, done) => {
  const { message, suggestion = '', check, look } = config;
  const { palette, width } = look();
  const [text, setText] = useState<EditedText>(startAtEnd(''));
  const [fault, setFault] = useState('');
  const [answer, setAnswer] = useState<string | null>(null);
  const [, redraw] = useState(0);
  const ending = useRef<PendingCall | undefined>(undefined);
  const frame = useRef<PromptFrame | null>(null);
  useEffect((rl) => {
    const letGo = keepCursorInFrame(rl, { ...config, frame, redraw: () => redraw((count) => count + 1) });
    return () => {
      ending.current?.stop();
      letGo();
    };
  }, []);

  const laid = useMemo(() => layOutText(text, width - GUTTER - 1), [text, width]);

  const end = (whole: EditedText) => {
    ending.current = undefined;
    const written = toText(whole) || suggestion;
    const wrong = check(written);
    if (wrong !== null) return setFault(wrong);
    setAnswer(written);
    done(written);
  };
  useKeypress((key: EditKey & Parameters<typeof isEnterKey>[0], rl) => {
    rl.line = UNUSED_LINE;
    if (answer !== null) return;
    // a key this soon after an empty line was pasted with it
    const known = ending.current === undefined ? text : editText(text, ENTER);
    ending.current?.stop();
    ending.current = undefined;
    setFault('');
    if (key.ctrl && key.name === 'd') return isEmpty(known) && suggestion === '' ? rl.close() : end(known);
    if (isEnterKey(key) && isAtEnd(known)) {
      setText(known);
      ending.current = callUnlessTyped(() => end(known));
      return;
    }
    if (isTabKey(key)) return setText(isEmpty(known) ? startAtEnd(suggestion) : known);
    setText(editText(known, key));
  });

  if (answer !== null) {
    const shown = truncate(summarizeLines(answer), Math.max(1, width - getDisplayWidth(`✔ ${message} `) - 1));
    return `${palette.good('✔')} ${message} ${palette.dim(shown)}`;
  }
  const foot = fault === '' ? buildFoot(text, config) : fault;
  const paint = fault === '' ? palette.dim : palette.bad;
  frame.current = drawPromptFrame(laid, {
    head: [`${palette.warn('?')} ${palette.strong(message)}`],
    foot: wrap(foot, width - 1).map((line) => paint(line)),
    look: look(),
    screenRows: config.screen.rows,
  });
  const { above, below } = frame.current;
  return [above.join('\n'), below.join('\n')];
});

const ENTER = { name: 'return' };

type PendingCall = ReturnType<typeof callUnlessTyped>;

/**
 * Calls a function after a short delay, unless stopped; pending input is read first, since a busy machine
 * reads late.
 */
function callUnlessTyped(act: () => void) {
  let isStopped = false;
  setTimeout(() => setImmediate(() => isStopped || act()), PASTE_GAP_MS);
  return {
    stop() {
      isStopped = true;
    },
  };
}

function isEmpty({ lines }: EditedText): boolean {
  return lines.length === 1 && lines[0] === '';
}

/** Whether Enter ends the text: it is empty, or ends in two empty lines. */
function isAtEnd(text: EditedText): boolean {
  const { lines, row } = text;
  const [last, before] = [lines.at(-1), lines.at(-2)];
  return isEmpty(text) || (row === lines.length - 1 && row > 1 && last === '' && before === '');
}

function toText({ lines }: EditedText): string {
  return lines.join('\n').trim();
}

/** The count of the text, followed by help for the keys. */
function buildFoot(text: EditedText, config: MultiLineConfig): string {
  const count = isEmpty(text) ? undefined : config.count?.(toText(text));
  const help = chooseHelp(text, config);
  return count === undefined ? help : `${count} (${help})`;
}

function chooseHelp(text: EditedText, { suggestion, example }: MultiLineConfig): string {
  if (isEmpty(text) && suggestion !== undefined) {
    return `Enter to use, Tab to edit: ${summarizeLines(suggestion)}`;
  }
  if (isEmpty(text) && example !== undefined) return `for example: ${summarizeLines(example)} (${KEYS})`;
  return isAtEnd(text) && !isEmpty(text) ? 'Enter or Ctrl-D: done' : KEYS;
}

const KEYS = 'Enter: next line, Ctrl-D: done';

function summarizeLines(text: string): string {
  const [first = '', ...more] = text.split('\n');
  return more.length === 0 ? sanitizeText(first) : `${sanitizeText(first)} …`;
}

/** The drawn lines of a prompt: up to the cursor's line, and below it. */
interface PromptFrame {
  above: readonly string[];
  below: readonly string[];
  /** The cursor's cell in the last line of `above`. */
  cell: number;
  /** Width of a line when it was drawn. */
  width: number;
}

const USUAL_ROWS = 24;
/** Rows for the counts of hidden rows above and below, and one free row. */
const MARGIN = 3;
/** Width before a row of text. */
const GUTTER = 2;
/** The line buffer of readline, which is not used; if it were empty, Ctrl-D would close the input. */
const UNUSED_LINE = ' ';

/**
 * Draws a text between its head and foot, with a bar before each row. Of a text that is taller than the
 * screen, only the rows around the cursor are drawn, since scrolled-off rows cannot be redrawn.
 */
function drawPromptFrame(
  { rows, at, cell }: { rows: readonly string[]; at: number; cell: number },
  {
    head,
    foot,
    look: { palette, width },
    screenRows,
  }: { head: readonly string[]; foot: readonly string[]; look: PromptLook; screenRows: number | undefined },
): PromptFrame {
  const space = Math.max(1, (screenRows || USUAL_ROWS) - head.length - foot.length - MARGIN);
  const first = Math.max(0, Math.min(at - Math.floor(space / 2), rows.length - space));
  const shown = rows.slice(first, first + space);
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

/**
 * Keeps the cursor of a prompt at the position of its frame, and redraws it when the window was resized or
 * the program returns from Ctrl-Z.
 *
 * @returns a function that removes the listeners
 */
function keepCursorInFrame(
  rl: {
    line: string;
    getCursorPos: () => { rows: number; cols: number };
    output: { mute(): void; unmute(): void; write(text: string): unknown };
    on(event: string, listener: () => void): void;
    removeListener(event: string, listener: () => void): void;
  },
  {
    frame,
    screen,
    look,
    redraw,
  }: {
    frame: { current: PromptFrame | null };
    screen: {
      on(event: 'resize', listener: () => void): unknown;
      off(event: 'resize', listener: () => void): unknown;
    };
    look(): PromptLook;
    redraw(): void;
  },
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
