import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
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

/** How long a worker lives: by what it did, and then by the clock. */
export interface Life {
  /** The most that it does whole. */
  readonly mostDone: number;
  /** The longest time after that, in milliseconds. */
  readonly mostMs: number;
}

/**
 * Lets it work for a while that it cannot know before, and ends it as the machine would; some before they did anything.
 * However slow the machine is, the others do something.
 */
export async function kill(
  worker: ChildProcess,
  { life, choose }: { readonly life: Life; readonly choose: Choose },
): Promise<void> {
  const left = choose(EARLY_ONE_IN) === 0 ? 0 : 1 + choose(life.mostDone);
  const more = choose(life.mostMs);
  const done = hasSaid(worker, left);
  tell(worker, 'work');
  await done;
  await pause(more);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

/** Resolves when it has said something so often. */
async function hasSaid(worker: ChildProcess, times: number): Promise<void> {
  let left = times;
  if (left > 0) for await (const _ of on(worker, 'message')) if (--left === 0) return;
}
