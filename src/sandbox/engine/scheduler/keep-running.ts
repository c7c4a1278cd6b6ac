import { SECOND_MS } from '../../../service/durations.ts';
import { findEarliest } from '../../clock.ts';
import type { OutboundQueue } from '../outbound-queue/queue.ts';
import type { DueTimes, EnginePorts } from '../ports.ts';
import type { DueRunner } from './due.ts';
import { limitWaits } from './limit-waits.ts';

/** Other processes may write or move the clock without notice. */
const POLL_MS = 2 * SECOND_MS;
/** Wait after a failed round, such as a full disk. */
const ERROR_BACKOFF_MS = SECOND_MS;
/** Wait while another process holds the write lock. */
const LOCKED_POLL_MS = 50;
/** Outbound requests start at least this often, however many dispatches are due. */
const OUTBOUND_INTERVAL_MS = 50;

/** A running engine. */
export type EngineLoop = ReturnType<typeof startEngineLoop>;

interface LoopParts extends EnginePorts {
  due: DueTimes;
  runner: DueRunner;
  queues: readonly OutboundQueue[];
  /** Calls a listener whenever an outbound job was recorded. @returns a function that removes it */
  listen(listener: () => void): () => void;
}

/**
 * Runs what falls due until it is stopped. A failed round is reported and tried again after a backoff. Outbound
 * requests run concurrently.
 */
export function startEngineLoop({ store, now, onFault, due, runner, queues, listen }: LoopParts) {
  const ending = new AbortController();
  const { signal } = ending;
  let isAwake = false;
  // the clock may have been set back while no process ran, too
  let latest = Number.POSITIVE_INFINITY;
  let end = () => {};
  /** Wakes the loop: something may have fallen due. */
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
  /** The clock of the machine may be set back meanwhile: what waits for a time must not wait for that, too. */
  const followClock = () => {
    const current = now();
    if (current < latest) store.transaction(() => limitWaits(store, current));
    latest = current;
  };
  const computeSleepMs = (): number => {
    const next = findEarliest([due.next(), ...queues.map((each) => each.nextDue())]);
    const wait = next === null ? POLL_MS : next - now();
    return Math.min(POLL_MS, Math.max(0, wait));
  };
  const round = async (): Promise<number> => {
    try {
      if (store.isWriteLocked()) return LOCKED_POLL_MS;
      followClock();
      await runner.run({ signal, withinMs: OUTBOUND_INTERVAL_MS });
      for (const each of queues) if (!signal.aborted) each.start();
      return computeSleepMs();
    } catch (error) {
      onFault(error);
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
  const ended = loop();
  const stopListening = listen(wake);
  return {
    wake,
    /** Stops the loop; resolves when nothing is in flight any more. */
    async stop(): Promise<void> {
      ending.abort();
      stopListening();
      wake();
      await ended;
      await Promise.all(queues.map((each) => each.stop()));
    },
  };
}
