import { setImmediate as nextTurn } from 'node:timers/promises';
import { runDispatches } from '../dispatcher/dispatcher.ts';
import type { Engine } from '../engine.ts';
import { runDuePosts } from './posts.ts';

/** Counts of what ran. */
export interface RunDueResult {
  readonly dispatches: number;
}

/**
 * Runs due work in order until none is left or the time is over.
 *
 * @param withinMs time limit (default: none)
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
    await nextTurn(); // lets requests be answered meanwhile
  }
  return { dispatches };
}

/** Maximum time that due work may delay a request. */
const BATCH_MS = 10;

interface RunDueOptions {
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}
