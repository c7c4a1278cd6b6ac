import { SECOND_MS } from '../../facts/durations.ts';
import type { Engine } from './engine.ts';
import { runDue } from './run-due.ts';

/** Other processes may write, or move the clock, and tell nobody. */
const LOOK_AT_LEAST_EVERY_MS = 2 * SECOND_MS;
/** After a fault of the disk. */
const AFTER_FAULT_MS = SECOND_MS;

/** An engine that runs by itself. */
export interface Running {
  /** Something may have fallen due. */
  wake(): void;
  /** Ends it; resolves when nothing of it is at work any more. */
  stop(): Promise<void>;
}

/** Runs what falls due, when it does, until it is stopped; what keeps it from that is told, and it tries again. */
export function keepRunning(engine: Engine): Running {
  const ending = new AbortController();
  const { signal } = ending;
  let wake = () => {};
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const round = async (): Promise<number> => {
    try {
      await runDue(engine, { signal });
      return untilNext(engine);
    } catch (error) {
      engine.onFault(error);
      return AFTER_FAULT_MS;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      const milliseconds = await round();
      if (!signal.aborted) await sleep(milliseconds);
    }
  };
  const ended = loop();
  return {
    wake: () => wake(),
    stop() {
      ending.abort();
      wake();
      return ended;
    },
  };
}

function untilNext({ store, now, real }: Engine): number {
  const due = store.dispatches.nextDue(real());
  const wait = due === null ? LOOK_AT_LEAST_EVERY_MS : due - now();
  return Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(0, wait));
}
