import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import type { Choose } from '../terminal/scripted-prompts.ts';
import type { WorkerOrder } from './engine-worker.ts';

const SOURCE = join(import.meta.dirname, 'engine-worker.ts');
/** At most this number are killed soon. */
const EARLY_ONE_IN = 6;

/** The workers' program, made for many short lives. */
export interface WorkerProgram {
  readonly file: string;
  /** Where they keep what they compiled: most of a short life would be spent on that. */
  readonly compiled: string;
}

/**
 * Bundles the program, which starts in half the time then, and has one go by itself: it leaves what it compiled to
 * those that will not.
 *
 * @param folder where all of it goes
 */
export async function workerProgram(folder: string): Promise<WorkerProgram> {
  const bundle = await rolldown({ input: SOURCE, platform: 'node' });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  const program = { file: join(folder, output[0].fileName), compiled: join(folder, 'compiled') };
  const worker = await startWorker(program, [':memory:', join(folder, 'log')]);
  enqueue(worker, 'leave');
  await once(worker, 'exit');
  return program;
}

export async function startWorker(
  { file, compiled }: WorkerProgram,
  words: readonly string[],
): Promise<ChildProcess> {
  const worker = fork(file, words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  await once(worker, 'message');
  return worker;
}

const enqueue = (worker: ChildProcess, order: WorkerOrder) => worker.send(order);

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
  enqueue(worker, 'work');
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
