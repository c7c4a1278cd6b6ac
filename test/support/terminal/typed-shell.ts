import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const COLUMNS = 90;
const ROWS = 50;
/** A shell that says nothing for so long is stuck. */
const PATIENCE_MS = 120_000;

/** A shell on a terminal of its own, with a user typing. */
export interface TypedShell {
  /** Types, and returns the line then, without the prompt and blanks at the end. `\t` is the key for completion. */
  type(keys: string): Promise<string>;
  /** Types, and tells what the whole screen shows once it shows all of `until`. */
  show(keys: string, until: readonly string[]): Promise<readonly string[]>;
  close(): void;
}

/** What a shell prints when it waits for a line; it must not stand anywhere else. */
export const PROMPT = '§ ';
/** Typed after everything: once it is shown, the keys before it were handled. */
const END = '¶';

const CLEAR_LINE = '\u0005\u0015';
const CLEAR_SCREEN = '\u000c';

interface ShellOptions {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** Starts a shell, and waits for its prompt. */
export async function openTypedShell({ program, words, env, folder }: ShellOptions): Promise<TypedShell> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const shell = spawn(program, [...words], {
    name: 'xterm',
    cols: COLUMNS,
    rows: ROWS,
    env: { ...env },
    cwd: folder,
  });
  // shells ask the terminal what it can do, and wait for the answer
  terminal.onData((reply) => shell.write(reply));
  const seen = watch(shell, terminal);
  await seen((lines) => lines.some((line) => line.startsWith(PROMPT.trim())));
  const clear = async () => {
    shell.write(`${CLEAR_LINE}${CLEAR_SCREEN}`);
    await seen((lines) => lines.length === 1 && lines[0] === PROMPT.trim());
  };
  return {
    async type(keys) {
      shell.write(`${keys}${END}`);
      const lines = await seen((lines) => lines.some((line) => line.endsWith(END)));
      const line = lines.find((each) => each.endsWith(END)) ?? '';
      await clear();
      return line.slice(PROMPT.length, -END.length).trimEnd();
    },
    async show(keys, until) {
      shell.write(keys);
      const lines = await seen((lines) => until.every((text) => lines.some((line) => line.includes(text))));
      await clear();
      return lines;
    },
    close: () => shell.kill('SIGKILL'),
  };
}

type Condition = (lines: readonly string[]) => boolean;

/** @returns a function that waits until the screen is as it should be, and tells what it shows */
function watch(shell: IPty, terminal: InstanceType<typeof xterm.Terminal>) {
  let onChange = () => {};
  shell.onData((data) => terminal.write(data, () => onChange()));
  return (isThere: Condition): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const late = setTimeout(
      () => reject(new Error(`still on the screen: ${linesOf(terminal).join('\n')}`)),
      PATIENCE_MS,
    );
    onChange = () => {
      const lines = linesOf(terminal);
      if (isThere(lines)) resolve(lines);
    };
    onChange();
    return promise.finally(() => clearTimeout(late));
  };
}

/** The lines of the screen that hold something, blanks at their ends left out. */
function linesOf(terminal: InstanceType<typeof xterm.Terminal>): readonly string[] {
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: ROWS },
    (_, y) =>
      active
        .getLine(active.viewportY + y)
        ?.translateToString(true)
        .trimEnd() ?? '',
  );
  return lines.filter((line) => line !== '');
}
