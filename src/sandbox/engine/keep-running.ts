import { SECOND_MS } from '../../facts/durations.ts';
import { findEarliest } from '../../rules/earliest.ts';
import { type Engine, nextToRun } from './engine.ts';
import type { Errands } from './errands.ts';
import { keepPruned } from './prune.ts';
import { runDue } from './run-due.ts';

/** Other processes may write, or move the clock, and tell nobody. */
const LOOK_AT_LEAST_EVERY_MS = 2 * SECOND_MS;
/** After a fault of the disk. */
const AFTER_FAULT_MS = SECOND_MS;
/** While another process holds the write lock. */
const WHILE_LOCKED_MS = 50;
/** However much is due, requests to others begin so often. */
const ERRANDS_EVERY_MS = 50;

/** An engine that runs by itself. */
export interface Running {
  /** Something may have fallen due. */
  wake(): void;
  /** Ends it; resolves when nothing of it is at work any more. */
  stop(): Promise<void>;
}

/**
 * Runs what falls due, when it does, until it is stopped; what keeps it from that is told, and it tries again. Requests
 * to addresses of users go on beside.
 */
export async function keepRunning(engine: Engine): Promise<Running> {
  const ending = new AbortController();
  const { signal } = ending;
  const errands = await engine.errands();
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
      if (engine.store.isWriteLocked()) return WHILE_LOCKED_MS;
      await runDue(engine, { signal, withinMs: ERRANDS_EVERY_MS });
      for (const each of errands) if (!signal.aborted) each.begin();
      return untilNext(engine, errands);
    } catch (error) {
      engine.onFault(error);
      return AFTER_FAULT_MS;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      isAwake = false;
      const milliseconds = await round();
      if (!signal.aborted) await sleep(milliseconds);
    }
  };
  const stopPruning = keepPruned(engine);
  const ended = loop();
  engine.afterErrand.add(wake);
  return {
    wake,
    async stop() {
      ending.abort();
      engine.afterErrand.delete(wake);
      wake();
      await ended;
      await stopPruning();
      await Promise.all(errands.map((each) => each.stop()));
    },
  };
}

function untilNext(engine: Engine, errands: readonly Errands[]): number {
  const due = findEarliest([nextToRun(engine), ...errands.map((each) => each.nextDue())]);
  const wait = due === null ? LOOK_AT_LEAST_EVERY_MS : due - engine.now();
  return Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(0, wait));
}
