import { SECOND_MS } from '../../../service/durations.ts';
import { findEarliest } from '../../clock.ts';
import { type Engine, getNextDueTime } from '../engine.ts';
import type { OutboundQueue } from '../outbound-queue/queue.ts';
import { runDue } from './due.ts';
import { startPruning } from './prune.ts';

/** Other processes may write or move the clock without notice. */
const POLL_MS = 2 * SECOND_MS;
/** Wait after a failed round, such as a full disk. */
const ERROR_BACKOFF_MS = SECOND_MS;
/** Wait while another process holds the write lock. */
const LOCKED_POLL_MS = 50;
/** Outbound requests start at least this often, however many dispatches are due. */
const OUTBOUND_INTERVAL_MS = 50;

/** A running engine. */
export interface EngineLoop {
  /** Wakes the loop: something may have fallen due. */
  wake(): void;
  /** Stops the loop; resolves when nothing is in flight any more. */
  stop(): Promise<void>;
}

/**
 * Runs what falls due until it is stopped. A failed round is reported and tried again after a backoff. Outbound
 * requests run concurrently.
 */
export async function startEngineLoop(engine: Engine): Promise<EngineLoop> {
  const ending = new AbortController();
  const { signal } = ending;
  const queues = await engine.outboundQueues();
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
      for (const each of queues) if (!signal.aborted) each.start();
      return computeSleepMs(engine, queues);
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
      await Promise.all(queues.map((each) => each.stop()));
    },
  };
}

function computeSleepMs(engine: Engine, queues: readonly OutboundQueue[]): number {
  const due = findEarliest([getNextDueTime(engine), ...queues.map((each) => each.nextDue())]);
  const wait = due === null ? POLL_MS : due - engine.now();
  return Math.min(POLL_MS, Math.max(0, wait));
}
