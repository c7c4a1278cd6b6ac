import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { openTerminalScreen } from '../../../src/process/terminal.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { showOn } from './terminal.ts';

/** A run on a terminal in this process, whose keys are pressed by a test. */
export interface ScreenRun {
  /** Presses keys, and waits until the screen shows these words, wherever its lines break. */
  press(keys: string, words: string | RegExp): Promise<void>;
  /** Changes the size of the window, and waits until it was drawn again. */
  resize(size: { columns: number; rows?: number }): Promise<void>;
  /** Presses keys that end the run. */
  end(keys: string): Promise<Ran>;
  /** Ends the input, as a terminal that is closed. */
  close(): Promise<Ran>;
  /** The lines of the screen as it is now, as a terminal shows them. */
  lines(): Promise<readonly string[]>;
  /** All that was written to the screen. */
  readonly output: string;
  readonly isRaw: boolean;
  /** How often the process was to be stopped. */
  readonly suspended: number;
}

export const ESC = '\u001b';
export const CTRL_D = '\u0004';
/** Text as a terminal pastes it. */
export const pasted = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

interface ScreenOptions extends Around {
  readonly rows?: number;
  /** Value of `--color` (default: never). */
  readonly color?: 'always' | 'never';
}

/** Starts a run, and waits until its screen shows these words. */
export async function startOnScreen(
  line: string,
  words: string,
  { columns = 80, rows = 24, color = 'never', ...around }: ScreenOptions = {},
): Promise<ScreenRun> {
  const interrupted = new AbortController();
  const keyboard = new PassThrough();
  const state = { output: '', frame: '', isRaw: false, suspended: 0 };
  const waiting = new Set<() => void>();
  const terminal = Object.assign(new EventEmitter(), {
    columns,
    rows,
    write(text: string) {
      state.output += text;
      state.frame = text;
      for (const look of waiting) look();
    },
  });
  const input = Object.assign(keyboard, {
    setRawMode(isRaw: boolean) {
      state.isRaw = isRaw;
    },
  });
  const screen = () =>
    openTerminalScreen({
      input,
      output: terminal,
      interrupt: () => interrupted.abort('interrupted'),
      suspend(resume) {
        state.suspended += 1;
        resume();
      },
    });
  const ran = crier(`${line} --color ${color}`, {
    isTerminal: true,
    columns,
    signal: interrupted.signal,
    screen,
    ...around,
  });
  const shows = (wanted: string | RegExp) => {
    const text = withoutBreaks(withoutMoves(state.frame));
    return typeof wanted === 'string' ? text.includes(withoutBreaks(wanted)) : wanted.test(text);
  };
  const seen = (wanted: string | RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!shows(wanted)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      void ran.then(({ stderr }) =>
        reject(new Error(`it ended without ${wanted}: ${withoutMoves(state.frame)} ${stderr}`)),
      );
    });
  const first = seen(words);
  await first;
  return {
    async press(keys, wanted) {
      const shown = seen(wanted);
      keyboard.write(keys);
      await shown;
    },
    async resize(size) {
      Object.assign(terminal, size);
      const drawn = seen(/./);
      terminal.emit('resize');
      await drawn;
    },
    end(keys) {
      keyboard.write(keys);
      return ran;
    },
    close() {
      keyboard.end();
      return ran;
    },
    async lines() {
      const below = `${ESC}[${terminal.rows};1H`;
      return (await showOn(state.frame + below, terminal.columns)).lines.map((each) => each.trimEnd());
    },
    get output() {
      return state.output;
    },
    get isRaw() {
      return state.isRaw;
    },
    get suspended() {
      return state.suspended;
    },
  };
}

function withoutBreaks(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

const LINE_START = new RegExp(`${ESC}\\[\\d+;1H`, 'g');
const MOVE = new RegExp(`${ESC}\\[[?\\d;]*[a-zA-Z]`, 'g');

/** A frame as text, a line each. */
export function withoutMoves(frame: string): string {
  return frame.replaceAll(LINE_START, '\n').replaceAll(MOVE, '');
}
