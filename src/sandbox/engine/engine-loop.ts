import { SECOND_MS } from '../../facts/durations.ts';
import { findEarliest } from '../../rules/find-earliest.ts';
import { type Engine, getNextDueTime } from './engine.ts';
import type { OutboundQueue } from './outbound-queue.ts';
import { startPruning } from './prune.ts';
import { runDue } from './run-due.ts';

/** Other processes may write, or move the clock, and tell nobody. */
const POLL_MS = 2 * SECOND_MS;
/** After a fault of the disk. */
const ERROR_BACKOFF_MS = SECOND_MS;
/** While another process holds the write lock. */
const LOCKED_POLL_MS = 50;
/** However much is due, requests to others begin so often. */
const OUTBOUND_INTERVAL_MS = 50;

/** An engine that runs by itself. */
export interface EngineLoop {
  /** Something may have fallen due. */
  wake(): void;
  /** Ends it; resolves when nothing of it is at work any more. */
  stop(): Promise<void>;
}

/**
 * Runs what falls due, when it does, until it is stopped; what keeps it from that is told, and it tries again. Requests
 * to addresses of users go on beside.
 */
export async function startEngineLoop(engine: Engine): Promise<EngineLoop> {
  const ending = new AbortController();
  const { signal } = ending;
  const errands = await engine.outboundQueues();
  let isAwake = false;
  let end = () => {};
  const wake = () => {
    isAwake = true;
    end();
  };
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (isAwake) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const round = async (): Promise<number> => {
    try {
      if (engine.store.isWriteLocked()) return LOCKED_POLL_MS;
      await runDue(engine, { signal, withinMs: OUTBOUND_INTERVAL_MS });
      for (const each of errands) if (!signal.aborted) each.start();
      return computeSleepMs(engine, errands);
    } catch (error) {
      engine.onFault(error);
      return ERROR_BACKOFF_MS;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      isAwake = false;
      const milliseconds = await round();
      if (!signal.aborted) await sleep(milliseconds);
    }
  };
  const stopPruning = startPruning(engine);
  const ended = loop();
  engine.jobListeners.add(wake);
  return {
    wake,
    async stop() {
      ending.abort();
      engine.jobListeners.delete(wake);
      wake();
      await ended;
      await stopPruning();
      await Promise.all(errands.map((each) => each.stop()));
    },
  };
}

function computeSleepMs(engine: Engine, errands: readonly OutboundQueue[]): number {
  const due = findEarliest([getNextDueTime(engine), ...errands.map((each) => each.nextDue())]);
  const wait = due === null ? POLL_MS : due - engine.now();
  return Math.min(POLL_MS, Math.max(0, wait));
}
