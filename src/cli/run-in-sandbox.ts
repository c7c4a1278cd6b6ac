import { resolve } from 'node:path';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import type { CommandContext } from './context.ts';
import type { OutputSettings } from './output-settings.ts';
import type { OutputStream, World } from './world.ts';

/** A folder that is not there. */
const NOWHERE = resolve('/', 'crier-has-no-such-folder');

/**
 * Runs other words as this run would, on a given sandbox, and catches what they print as a terminal would get it.
 *
 * @param run the program itself, passed in since it is what calls this
 */
export function createCommandRunner(
  run: (world: World) => Promise<number>,
  world: World,
  settings: OutputSettings,
): CommandContext['runInSandbox'] {
  return async (words, sandbox) => {
    const stdout = captureText(world.stdout);
    const stderr = captureText(world.stdout);
    // what goes into a document is read by programs, on whatever terminal it is printed
    const isForPeople = settings.format === 'table' || settings.format === 'tsv';
    const color = isForPeople && settings.stdoutColor > 0 ? 'always' : 'never';
    const looks = settings.accessible ? ['--accessible'] : [];
    const exitCode = await run({
      ...world,
      // nothing of this machine's settings, nor of the folder's project, belongs to what is shown
      homeFolder: NOWHERE,
      folder: NOWHERE,
      words: [...words, '--sandbox', '--color', color, ...looks],
      env: { COLORTERM: world.env.COLORTERM, TERM: world.env.TERM },
      stdout: stdout.sink,
      stderr: stderr.sink,
      // the sandbox belongs to whoever opened it: one performance does not close it for the next
      findServer: async () => null,
      openSandbox: async () => ({ ...sandbox, close: () => {} }) satisfies Sandbox,
    });
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
  };
}

function captureText(like: OutputStream): { readonly sink: OutputStream; text(): string } {
  const chunks: string[] = [];
  return {
    sink: {
      isTerminal: true,
      isEmptyFile: false,
      columns: like.columns,
      write: async (chunk) =>
        void chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')),
    },
    text: () => chunks.join(''),
  };
}
