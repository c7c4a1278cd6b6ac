import { type IPty, spawn } from '@lydell/node-pty';
import { BIN } from '../processes/installed-program.ts';

/** A program in a terminal of its own. */
export interface InTerminal {
  readonly pid: number;
  /** All that it printed so far. */
  readonly output: string;
  /** Types, as a person would. */
  type(keys: string): void;
  resize(columns: number): void;
  /** Stops reading what it prints. */
  pause(): void;
  resume(): void;
  /** Closes the terminal, as its window is closed: the system sends SIGHUP. */
  close(): void;
  /** Resolves as soon as what it printed holds this. */
  seen(words: string | RegExp): Promise<void>;
  /** Its exit code, when all that it printed has come. */
  readonly ended: Promise<number>;
}

export const CTRL_C = '\u0003';

interface Terminal {
  readonly columns?: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the program as it is installed in a terminal. */
export function inTerminal(words: readonly string[], terminal: Terminal): InTerminal {
  return started(process.execPath, [BIN, ...words], terminal);
}

/** Runs a line of the shell in a terminal; `$CRIER` is the program. */
export function shellInTerminal(line: string, { columns, env }: Terminal): InTerminal {
  const crier = `${process.execPath} ${BIN}`;
  return started('/bin/sh', ['-c', line], { ...(columns && { columns }), env: { ...env, CRIER: crier } });
}

function started(file: string, words: readonly string[], { columns = 80, env }: Terminal): InTerminal {
  const options = {
    cols: columns,
    rows: 24,
    env: { TERM: 'xterm-256color', CRIER_PAGER: 'cat', CRIER_UPDATE_NOTICE: 'off', ...env },
    encoding: 'utf8',
  } as const;
  const pty: IPty = spawn(file, [...words], options);
  let output = '';
  const waiting: { readonly words: string | RegExp; resolve(): void }[] = [];
  const look = () => {
    for (const each of waiting) {
      const isThere = typeof each.words === 'string' ? output.includes(each.words) : each.words.test(output);
      if (isThere) each.resolve();
    }
  };
  pty.onData((text) => {
    output += text;
    look();
  });
  const ended = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode)),
  );
  return {
    pid: pty.pid,
    get output() {
      return output;
    },
    type: (keys) => pty.write(keys),
    resize: (columns) => pty.resize(columns, 24),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    close() {
      if ('destroy' in pty && typeof pty.destroy === 'function') pty.destroy();
    },
    seen: (words) =>
      new Promise((resolve, reject) => {
        waiting.push({ words, resolve });
        void ended.then(() => reject(new Error(`it ended without ${words}: ${output}`)));
        look();
      }),
    ended,
  };
}
