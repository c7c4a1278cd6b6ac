import { parentPort } from 'node:worker_threads';
import jq from 'jq-web';
import type { JqAnswer, JqQuestion } from './jq-messages.ts';

/** What jq ends with when a program does not compile. */
const DOES_NOT_COMPILE = 3;

parentPort?.on('message', async (question: JqQuestion) => parentPort?.postMessage(await answer(question)));

async function answer({ program, json, isIndented }: JqQuestion): Promise<JqAnswer> {
  const { raw } = await jq;
  try {
    return { text: raw(json, program, [...(isIndented ? ['--indent', '2'] : ['-c']), '--']) ?? '' };
  } catch (error) {
    const { exitCode, stderr } = error as { exitCode?: number; stderr?: string }; // as the package throws it
    const isOfProgram = exitCode === DOES_NOT_COMPILE;
    return { fault: { isOfProgram, words: stderr?.trim() || 'it ended without a word' } };
  }
}
