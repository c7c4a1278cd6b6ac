import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Commit } from '../crash-points.ts';
import { createDispatcher } from '../dispatcher/dispatcher.ts';
import type { DueTimes } from '../due-times.ts';
import type { EnginePorts } from '../ports.ts';
import { createPostRunner, type PostCounts } from './posts.ts';

/** Runs posts and dispatches that are due, in order of time. */
export interface DueRunner {
  /** Runs due work until none is left or the time is over. */
  run(options?: RunDueOptions): Promise<RunDueResult>;
  /** Counts the posts that this process handled so far. */
  countPosts(): PostCounts;
}

interface RunDueOptions {
  /** Time limit (default: none). */
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

/** Counts of what ran. */
interface RunDueResult {
  /** Dispatches that ended. */
  readonly dispatches: number;
}

interface DueRunnerParts extends EnginePorts {
  readonly commit: Commit;
  readonly due: DueTimes;
}

/** Maximum time that due work may delay a request. */
const BATCH_MS = 10;

export function createDueRunner(parts: DueRunnerParts): DueRunner {
  const runDispatches = createDispatcher(parts);
  const posts = createPostRunner(parts);
  return {
    async run({ withinMs = Infinity, signal } = {}) {
      const end = performance.now() + withinMs;
      let dispatches = 0;
      while (performance.now() < end && signal?.aborted !== true) {
        const until = Math.min(end, performance.now() + BATCH_MS);
        const mayContinue = () => performance.now() < until;
        let processed = posts.runDue(mayContinue);
        runDispatches({
          mayContinue,
          onOutcome(kind) {
            processed += 1;
            if (kind === 'ended') dispatches += 1;
          },
        });
        if (processed === 0) break;
        await nextTurn(); // lets requests be answered meanwhile
      }
      return { dispatches };
    },
    countPosts: posts.count,
  };
}
