import {
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioPipe,
  spawn,
} from 'node:child_process';
import type { Writable } from 'node:stream';

interface PagerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C to the pager, as a terminal sends it to both. @returns a function that ends that */
  holdInterrupt(): () => void;
  /** Calls `end` at a second signal. @returns a function that unregisters it */
  onSecondSignal(end: () => void): () => void;
}

type PagerProcess = ChildProcessByStdio<Writable, null, null>;

/** What only a shell can read: quotes, variables, pipes, assignments. As in git, other commands need none. */
const FOR_SHELL = /[|&;<>()$`\\"'*?[\]#~=%!{}^]/;

/** Exit codes of a shell that could not run the command. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/**
 * Shows text in a pager on our terminal, and returns when the user has left it. A pager that ends early is no failure.
 *
 * @param command a command line, as a shell reads it
 * @returns false when there is no such program: nothing was shown
 */
export async function runPager(text: string, command: string, options: PagerOptions): Promise<boolean> {
  const { env, signal, holdInterrupt, onSecondSignal } = options;
  const release = holdInterrupt();
  const child = startPager(command, options, { ...env });
  const end = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const takeBack = onSecondSignal(() => child.kill('SIGKILL'));
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false));
      child.once('close', (code) => resolve(!NOT_RUN.includes(code)));
      child.stdin.on('error', () => {}); // it was left before it had read everything
      child.stdin.end(text);
    });
  } finally {
    signal.removeEventListener('abort', end);
    takeBack();
    release();
  }
}

function startPager(command: string, { platform }: PagerOptions, env: NodeJS.ProcessEnv): PagerProcess {
  const options: SpawnOptionsWithStdioTuple<StdioPipe, 'inherit', 'inherit'> = {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  };
  if (!FOR_SHELL.test(command)) {
    const [program = '', ...words] = command.split(/\s+/);
    return spawn(program, words, options);
  }
  return platform === 'win32'
    ? spawn(command, [], { ...options, shell: true })
    : spawn('/bin/sh', ['-c', command], options);
}
