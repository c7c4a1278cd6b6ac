import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import type { ReadStream } from 'node:tty';
import type { LineRequest, ScreenEvent, ScreenFrame, ScreenKey, TerminalScreen } from '../world.ts';

/** Alternate screen, marks around pasted text, and no cursor. */
const ENTER = '\u001b[?1049h\u001b[?2004h\u001b[?25l';
const LEAVE = '\u001b[0m\u001b[?2004l\u001b[?25h\u001b[?1049l';
const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/** Ctrl-C so soon after Escape that both are read as one key. */
const ESCAPE_CTRL_C = '\u001b\u0003';

/** A terminal that does not report its size. */
const USUAL_SIZE = { columns: 80, rows: 24 };

/** How long Escape waits for the rest of the sequence of another key; applies to the first reader of the input. */
const ESCAPE_MS = 50;

/**
 * Opens the alternate screen of a terminal in raw mode. Text that was on the terminal before is shown again when the
 * screen is closed.
 */
export function openTerminalScreen(terminal: {
  input: NodeJS.ReadableStream & { setRawMode(isRaw: boolean): unknown };
  output: {
    columns?: number;
    rows?: number;
    write(text: string): unknown;
    on(event: 'resize', listener: () => void): unknown;
    off(event: 'resize', listener: () => void): unknown;
  };
  /** Ends the run, as the signal of Ctrl-C does, which a terminal in raw mode does not send. */
  interrupt(): void;
  /** Stops the process, as Ctrl-Z does. @param resume called when it continues */
  suspend(resume: () => void): void;
}): TerminalScreen {
  const { input, output } = terminal;
  const { push, next } = createEventQueue();
  let isPasting = false;
  let isOpen = false;
  let keys: ScreenKey[] = [];
  const resize = () => push({ kind: 'resize' });
  const end = () => push({ kind: 'end' });
  const press = (_typed: string | undefined, { name, ctrl = false, meta = false, sequence }: Key) => {
    if (name === 'paste-start' || name === 'paste-end') {
      isPasting = name === 'paste-start';
      return;
    }
    if (!isPasting && ((ctrl && name === 'c') || sequence === ESCAPE_CTRL_C)) return terminal.interrupt();
    if (ctrl && !isPasting && name === 'z') return suspend();
    if (keys.length === 0) queueMicrotask(pushKeys); // after all keys of this read
    keys.push({ name, ctrl, meta, sequence, isPasted: isPasting });
  };
  const pushKeys = () => {
    const isTogether = keys.length > 1;
    for (const key of keys) push({ kind: 'key', key: isTogether ? { ...key, isTogether } : key });
    keys = [];
  };
  const enter = () => {
    isOpen = true;
    input.setRawMode(true);
    input.on('keypress', press).on('end', end);
    output.on('resize', resize);
    input.resume();
    output.write(ENTER);
  };
  const leave = () => {
    isOpen = false;
    input.off('keypress', press).off('end', end);
    output.off('resize', resize);
    input.setRawMode(false);
    input.pause();
    output.write(LEAVE);
  };
  const suspend = () => {
    leave();
    terminal.suspend(() => {
      enter();
      resize();
    });
  };
  const timing: object = { escapeCodeTimeout: ESCAPE_MS };
  emitKeypressEvents(input, timing as Interface); // nothing else of it is read
  enter();
  return {
    size: () => ({
      columns: output.columns || USUAL_SIZE.columns,
      rows: output.rows || USUAL_SIZE.rows,
    }),
    draw: (frame) => void output.write(formatFrame(frame, output.rows || USUAL_SIZE.rows)),
    next,
    close() {
      if (!isOpen) return;
      leave();
      end();
    },
  };
}

function formatFrame({ lines, cursor }: ScreenFrame, rows: number): string {
  // a line is erased before it is written: after it, the cursor may still be in its last cell
  const drawn = lines.map((line, row) => `${moveTo(row, 0)}\u001b[2K${line}`).join('');
  const below = lines.length < rows ? `${moveTo(lines.length, 0)}\u001b[J` : '';
  const placed = cursor === null ? '' : moveTo(cursor.row, cursor.cell) + SHOW_CURSOR;
  return HIDE_CURSOR + drawn + below + placed;
}

/** Screen events, in order; the next one is waited for where none has come. */
function createEventQueue() {
  const events: ScreenEvent[] = [];
  let waiting: ((event: ScreenEvent) => void) | null = null;
  return {
    push(event: ScreenEvent) {
      if (waiting === null) return void events.push(event);
      waiting(event);
      waiting = null;
    },
    next(): Promise<ScreenEvent> {
      const event = events.shift();
      if (event !== undefined) return Promise.resolve(event);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
  };
}

function moveTo(row: number, cell: number): string {
  return `\u001b[${row + 1};${cell + 1}H`;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = ['\u0008', '\u007f'];

/**
 * Reads one line of a terminal and restores the terminal's mode, whatever happens.
 *
 * @param options `interrupt` is called at Ctrl-C while echo is off
 * @returns the line without its line break; null at the end of input
 */
export async function readTerminalLine(
  stream: ReadStream,
  options: LineRequest & { interrupt(): void; signal: AbortSignal },
): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  promise.catch(() => {}); // it may reject while the question is still being written
  let line = '';
  const take = (chunk: string) => {
    let at = 0;
    for (const letter of chunk) {
      at += letter.length;
      if (letter === '\r' || letter === '\n') {
        unshiftText(stream, chunk.slice(at).replace(letter === '\r' ? /^\n/ : '', ''));
        return resolve(line);
      }
      if (letter === CTRL_C) return options.interrupt();
      if (letter === CTRL_D) return resolve(line === '' ? null : line);
      line = ERASE.includes(letter) ? Array.from(line).slice(0, -1).join('') : line + letter;
    }
  };
  const end = () => resolve(line === '' ? null : line);
  const stop = () => reject(options.signal.reason);
  const isRaw = options.hidden && stream.isTTY;
  stream.setEncoding('utf8');
  stream.on('data', take).once('end', end).once('error', reject);
  options.signal.addEventListener('abort', stop, { once: true });
  if (isRaw) stream.setRawMode(true);
  try {
    if (stream.readableEnded) end();
    // once paused, adding a listener does not resume the stream
    stream.resume();
    await options.ask();
    return await promise;
  } finally {
    if (isRaw) stream.setRawMode(false);
    stream.off('data', take).off('end', end).off('error', reject).pause();
    options.signal.removeEventListener('abort', stop);
  }
}

/** Text typed ahead answers the next question. */
function unshiftText(stream: ReadStream, text: string): void {
  stream.pause();
  if (text !== '') stream.unshift(text, 'utf8');
}
