import { writeSync } from 'node:fs';
import { loadAnswer } from './cli/framework/argv/completion/load-answer.ts';
import { tryFastPath } from './cli/framework/fast-path.ts';
import { getCurrentFolder, getHomeFolder } from './process/own-folders.ts';
import { openStandardStreams, type StandardStreams } from './process/streams.ts';
import type { OutputStream } from './world.ts';

/**
 * Runs the program with the real streams, environment and clock, and sets the exit code. What needs little is answered
 * here: each line of this file, and of those that it imports, is compiled at each start.
 *
 * @param beforeLoading called when the quick answers do not apply, before the rest of the program is loaded
 */
export async function main(beforeLoading: () => void = () => {}): Promise<void> {
  const words = process.argv.slice(2);
  const streams = openStandardStreams();
  try {
    if (await answerAtOnce(words, streams)) return;
    beforeLoading();
    // read by zod when it is loaded: else it would try whether it may compile functions, and ask for `navigator`
    Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  } catch (error) {
    const { endWithError } = await import('./start.ts');
    return endWithError(error, streams);
  }
  const { start } = await import('./start.ts');
  return start(words, streams);
}

/** @returns whether this was all */
async function answerAtOnce(words: readonly string[], { stdout }: StandardStreams): Promise<boolean> {
  const isCompletion = words[0] === COMPLETION_COMMAND;
  if (isCompletion) await stdout.write(await answerCompletion(words.slice(1)));
  const answer = isCompletion ? null : tryFastPath(words, { stdout, env: process.env });
  if (answer !== null) await writeAtOnce(answer, stdout);
  return isCompletion || answer !== null;
}

/** The subcommand that the scripts of `crier completion` call. */
const COMPLETION_COMMAND = '__complete';

async function answerCompletion(words: readonly string[]): Promise<string> {
  const { answerShell } = await loadAnswer();
  return answerShell(words, {
    env: process.env,
    homeFolder: getHomeFolder(),
    folder: getCurrentFolder(),
    platform: process.platform,
  });
}

/**
 * Writes a page to standard output without opening its stream, which would take a good part of the run; the stream
 * writes what remains.
 */
async function writeAtOnce(page: string, stdout: OutputStream): Promise<void> {
  const bytes = Buffer.from(page);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch {
    await stdout.write(bytes.subarray(written)); // reports the error, or waits until there is room
  }
}
