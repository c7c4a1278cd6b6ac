import { parentPort } from 'node:worker_threads';
import jq from 'jq-web';
import type { JqAnswer, JqQuestion } from './open-jq.ts';

parentPort?.on('message', async (question: JqQuestion) => parentPort?.postMessage(await answer(question)));

async function answer({ program, json, isIndented }: JqQuestion): Promise<JqAnswer> {
  const { raw } = await jq;
  const said: unknown[] = [];
  // when a program succeeds, the package prints its stderr to this thread's console
  globalThis.console = { ...globalThis.console, warn: (...shown: unknown[]) => said.push(shown.at(-1)) };
  try {
    const text = raw(json, program, [...(isIndented ? ['--indent', '2'] : ['-c']), '--']) ?? '';
    return { text, words: splitLines(said.join('\n')) };
  } catch (error) {
    const { stderr } = error as { stderr?: string }; // as the package throws it
    return { text: null, words: splitLines(stderr ?? '') };
  }
}

function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
