import type { Outbound } from '../../outbound/outbound.ts';
import { createTextComparer, type TextComparer } from '../../rules/duplicate-content.ts';
import { findEarliest } from '../../rules/earliest.ts';
import type { Random } from '../new-keys.ts';
import type { Store } from '../store/store.ts';
import type { Attempted, HeldBack } from './attempted.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Errands } from './errands.ts';
import type { Prepared } from './listeners.ts';
import type { PublishedDue } from './publish-due.ts';

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
  /** Hears of each post that was published here by the clock, or refused. */
  onPublished?(published: PublishedDue): void;
  /** Hears of each attempt to deliver something that was written down here. */
  onAttempted?(attempted: Attempted): void;
  /** Hears of each delivery that this run may not attempt, when that is written down. */
  onHeld?(held: HeldBack): void;
  /** The way to webhooks and callbacks, opened when it is first needed; left out, none is told or asked anything. */
  openOutbound?(): Promise<Outbound>;
  /** Tests let the engine die there; left out, nothing happens. */
  crashPoint?(point: CrashPoint): void;
}

/** What the engine works with. */
export interface Engine extends EngineParts {
  /** What was prepared of the automations of each account; `listenersTo` keeps it. */
  readonly prepared: Map<string, Prepared>;
  /** Knows the texts that were compared last. */
  readonly compare: TextComparer;
  /** How much was done about posts here so far. */
  readonly posted: { posts: number; confirmations: number };
  /** What this process asks of addresses of users: one for all who run what is due; empty where nothing may leave. */
  errands(): Promise<readonly Errands[]>;
  /**
   * Ends what is asked of others here, and begins nothing more: a clock that is being moved stays where it is.
   *
   * @returns how many requests were cut short, when that is written down
   */
  stop(): Promise<number>;
  hasStopped(): boolean;
  /** Told whenever an errand was written down. */
  readonly afterErrand: Set<() => void>;
}

export function createEngine(parts: EngineParts): Engine {
  let errands: Promise<readonly Errands[]> | undefined;
  let hasStopped = false;
  const engine: Engine = {
    ...parts,
    prepared: new Map(),
    compare: createTextComparer(),
    posted: { posts: 0, confirmations: 0 },
    afterErrand: new Set(),
    errands: () => (errands ??= open()),
    hasStopped: () => hasStopped,
    async stop() {
      hasStopped = true;
      const all = (await errands) ?? [];
      const underway = all.reduce((sum, each) => sum + each.underway, 0);
      await Promise.all(all.map((each) => each.stop()));
      return underway;
    },
  };
  const open = async () => {
    if (parts.openOutbound === undefined) return [];
    // Most of what a sandbox is asked for needs nothing of it.
    const [{ openErrands }, outbound] = await Promise.all([
      import('./open-errands.ts'),
      parts.openOutbound(),
    ]);
    return openErrands(engine, outbound);
  };
  return engine;
}

/** When the next dispatch or post falls due that may be run, in the sandbox's time; null when there is none. */
export function nextToRun({ store, real }: Engine): number | null {
  return findEarliest([store.dispatches.nextDue(real()), store.posts.nextDue()]);
}

/** Looks, and holds nobody up. */
export function isAnythingDue(engine: Engine): boolean {
  const next = nextToRun(engine);
  return next !== null && next <= engine.now();
}
