import { loadAnswer } from './cli/framework/argv/completion/load-answer.ts';
import { tryFastPath } from './cli/framework/fast-path.ts';
import { getCurrentFolder, getHomeFolder } from './process/own-folders.ts';
import { QUICK_OUTPUT, writeAtOnce } from './process/quick-output.ts';

/**
 * Runs the program with the real streams, environment and clock, and sets the exit code. What needs little is answered
 * here: each line of this file, and of those that it imports, is compiled at each start.
 *
 * @param beforeLoading called when the quick answers do not apply, before the rest of the program is loaded
 */
export async function main(beforeLoading: () => void = () => {}): Promise<void> {
  const words = process.argv.slice(2);
  let rest: Uint8Array | undefined;
  try {
    const answer =
      words[0] === COMPLETION_COMMAND ? await answerCompletion(words.slice(1)) : tryQuickly(words);
    if (answer !== null) rest = writeAtOnce(answer);
    if (rest?.length === 0) return;
    beforeLoading();
  } catch (error) {
    const { endWithError } = await import('./start.ts');
    return endWithError(error);
  }
  // read by zod when it is loaded: else it would try whether it may compile functions, and ask for `navigator`
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const { start, writeRest } = await import('./start.ts');
  return rest === undefined ? start(words) : writeRest(rest);
}

const tryQuickly = (words: readonly string[]) =>
  tryFastPath(words, { stdout: QUICK_OUTPUT, env: process.env });

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
