import { SECOND_MS } from '../../../service/durations.ts';
import { findEarliest } from '../../clock.ts';
import type { OutboundQueue } from '../outbound-queue/queue.ts';
import { type EnginePorts, getNextDue } from '../ports.ts';
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

export type EngineLoop = ReturnType<typeof startEngineLoop>;

interface LoopPorts extends EnginePorts {
  runner: DueRunner;
  queues: readonly OutboundQueue[];
  /** Calls a listener whenever an outbound job was recorded. */
  listen(listener: () => void): void;
}

/**
 * Runs what falls due until it is stopped. A failed round is reported and tried again after a backoff. Outbound
 * requests run concurrently.
 */
export function startEngineLoop(ports: LoopPorts) {
  const { queues } = ports;
  const ending = new AbortController();
  const { signal } = ending;
  const sleeper = createSleeper();
  const followClock = createClockFollower(ports);
  const round = async (): Promise<number> => {
    try {
      if (ports.store.isWriteLocked()) return LOCKED_POLL_MS;
      followClock();
      await ports.runner.run({ signal, withinMs: OUTBOUND_INTERVAL_MS });
      for (const each of queues) if (!signal.aborted) each.start();
      return computeSleepMs(ports);
    } catch (error) {
      ports.onFault(error);
      return ERROR_BACKOFF_MS;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      sleeper.reset();
      await sleeper.sleep(await round());
    }
  };
  const ended = loop();
  ports.listen(sleeper.wake);
  return {
    /** Something may have fallen due. */
    wake: sleeper.wake,
    /** Stops the loop; resolves when nothing is in flight any more. */
    async stop(): Promise<void> {
      ending.abort();
      sleeper.wake();
      await ended;
      await Promise.all(queues.map((each) => each.stop()));
    },
  };
}

/** Sleeps until it is woken; not at all if it was woken since the last reset. */
function createSleeper() {
  let isAwake = false;
  let end = () => {};
  return {
    reset() {
      isAwake = false;
    },
    wake() {
      isAwake = true;
      end();
    },
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (isAwake) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/** The clock of the machine may be set back meanwhile: what waits for a time must not wait for that, too. */
function createClockFollower({ store, now }: EnginePorts): () => void {
  // it may have been set back while no process ran, too
  let latest = Number.POSITIVE_INFINITY;
  return () => {
    const current = now();
    if (current < latest) store.transaction(() => limitWaits(store, current));
    latest = current;
  };
}

function computeSleepMs(ports: LoopPorts): number {
  const next = findEarliest([getNextDue(ports), ...ports.queues.map((each) => each.nextDue())]);
  const wait = next === null ? POLL_MS : next - ports.now();
  return Math.min(POLL_MS, Math.max(0, wait));
}
