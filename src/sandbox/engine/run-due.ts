import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { runDispatches } from './run-dispatches.ts';
import { runDuePosts } from './run-posts.ts';

/** How much was done, by kind. */
export interface RunDueResult {
  readonly dispatches: number;
}

/**
 * Runs what is due, in order, until nothing is, or the time is over.
 *
 * @param withinMs left out, there is no end but the end of what is due
 * @returns how many dispatches ended
 */
export async function runDue(
  engine: Engine,
  { withinMs = Infinity, signal }: RunDueOptions = {},
): Promise<RunDueResult> {
  const end = performance.now() + withinMs;
  let dispatches = 0;
  while (performance.now() < end && signal?.aborted !== true) {
    const until = Math.min(end, performance.now() + BATCH_MS);
    const mayGoOn = () => performance.now() < until;
    let rests = runDuePosts(engine, mayGoOn);
    runDispatches(engine, {
      mayContinue: mayGoOn,
      onOutcome(kind) {
        rests += 1;
        if (kind === 'ended') dispatches += 1;
      },
    });
    if (rests === 0) break;
    await nextTurn(); // whoever asks something meanwhile is answered
  }
  return { dispatches };
}

/** Nobody waits longer for an answer because of what is due. */
const BATCH_MS = 10;

interface RunDueOptions {
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}
