import type { Random } from '../new-keys.ts';
import type { Store } from '../store/store.ts';
import type { Commit, CrashPoint } from './crash-points.ts';
import type { Prepared } from './listeners.ts';

/** What the engine is made of. */
export interface EngineParts {
  readonly store: Store;
  /** The sandbox's time, by which things fall due and windows end. */
  now(): number;
  /** The machine's, by which leases end. */
  real(): number;
  /** What jitter and new ids are made of. */
  readonly random: Random;
  /** Gets a fault of our own, after which a dispatch is tried again. */
  onFault(error: unknown): void;
  /** Hears of each dispatch that ended here, by its id. */
  onEnded?(id: string): void;
  /** Tests let the engine die there; left out, nothing happens. */
  crashPoint?(point: CrashPoint): void;
}

/** What the engine works with. */
export interface Engine extends EngineParts {
  /** What was prepared of the automations of each account; `listenersTo` keeps it. */
  readonly prepared: Map<string, Prepared>;
}

export function createEngine(parts: EngineParts): Engine {
  return { ...parts, prepared: new Map() };
}

/**
 * Does `work` in one transaction, with a crash point at each side of its commit.
 *
 * @param onKept hears that it stays, before anything else may happen
 */
export function commit<Result>(
  { store, crashPoint }: Pick<Engine, 'store' | 'crashPoint'>,
  name: Commit,
  work: () => Result,
  onKept: () => void = () => {},
): Result {
  const result = store.transaction(() => {
    const done = work();
    crashPoint?.(`before ${name}`);
    return done;
  });
  onKept();
  crashPoint?.(`after ${name}`);
  return result;
}

/** Looks, and holds nobody up. */
export function isAnythingDue({ store, now, real }: Engine): boolean {
  const next = store.dispatches.nextDue(real());
  return next !== null && next <= now();
}
