import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Choose } from '../chooser.ts';
import type { WorkerOrder } from './engine-worker.ts';

const WORKER = join(import.meta.dirname, 'engine-worker.ts');
/** So many are killed soon. */
const EARLY_ONE_IN = 6;

/** @param folder where they keep what they compiled: most of a short life would be spent on that */
export async function startWorker(folder: string, words: readonly string[]): Promise<ChildProcess> {
  const worker = fork(WORKER, words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  await once(worker, 'message');
  return worker;
}

const tell = (worker: ChildProcess, order: WorkerOrder) => worker.send(order);

/** One that goes by itself leaves what it compiled to those that will not. */
export async function warmUp(starting: Promise<ChildProcess>): Promise<void> {
  const worker = await starting;
  tell(worker, 'leave');
  await once(worker, 'exit');
}

/**
 * Lets it work for a while that it cannot know before, and ends it as the machine would; some before they did anything.
 *
 * @param lifeMs the longest life after it did its first
 */
export async function kill(
  worker: ChildProcess,
  { lifeMs, choose }: { readonly lifeMs: number; readonly choose: Choose },
): Promise<void> {
  const works = once(worker, 'message');
  tell(worker, 'work');
  const isEarly = choose(EARLY_ONE_IN) === 0;
  const more = choose(lifeMs);
  if (!isEarly) await works;
  await pause(more);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
