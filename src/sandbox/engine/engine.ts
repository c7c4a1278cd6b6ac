import type { Outbound } from '../../outbound/outbound.ts';
import { createTextComparer, type TextComparer } from '../../rules/compare-content.ts';
import { findEarliest } from '../../rules/find-earliest.ts';
import type { Random } from '../generate-keys.ts';
import type { Store } from '../store/store.ts';
import type { AttemptReport, BlockedDelivery } from './attempt-report.ts';
import type { CrashPoint } from './crash-points.ts';
import type { OutboundQueue } from './outbound-queue.ts';
import type { PublishedDuePost } from './publish-due-post.ts';
import type { CachedMatcher } from './trigger-matcher.ts';

/** What the engine is made of. */
export interface EngineOptions {
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
  onPublished?(published: PublishedDuePost): void;
  /** Hears of each attempt to deliver something that was written down here. */
  onAttempted?(attempted: AttemptReport): void;
  /** Hears of each delivery that this run may not attempt, when that is written down. */
  onBlocked?(held: BlockedDelivery): void;
  /** The way to webhooks and callbacks, opened when it is first needed; left out, none is told or asked anything. */
  openOutbound?(): Promise<Outbound>;
  /** Tests let the engine die there; left out, nothing happens. */
  crashPoint?(point: CrashPoint): void;
}

/** What the engine works with. */
export interface Engine extends EngineOptions {
  /** What was prepared of the automations of each account; `listenersTo` keeps it. */
  readonly matcherCache: Map<string, CachedMatcher>;
  /** Knows the texts that were compared last. */
  readonly compare: TextComparer;
  /** How much was done about posts here so far. */
  readonly posted: { posts: number; confirmations: number };
  /** What this process asks of addresses of users: one for all who run what is due; empty where nothing may leave. */
  outboundQueues(): Promise<readonly OutboundQueue[]>;
  /**
   * Ends what is asked of others here, and begins nothing more: a clock that is being moved stays where it is.
   *
   * @returns how many requests were cut short, when that is written down
   */
  stop(): Promise<number>;
  hasStopped(): boolean;
  /** Told whenever an errand was written down. */
  readonly jobListeners: Set<() => void>;
}

export function createEngine(parts: EngineOptions): Engine {
  let errands: Promise<readonly OutboundQueue[]> | undefined;
  let hasStopped = false;
  const engine: Engine = {
    ...parts,
    matcherCache: new Map(),
    compare: createTextComparer(),
    posted: { posts: 0, confirmations: 0 },
    jobListeners: new Set(),
    outboundQueues: () => (errands ??= open()),
    hasStopped: () => hasStopped,
    async stop() {
      hasStopped = true;
      const all = (await errands) ?? [];
      const underway = all.reduce((sum, each) => sum + each.inFlight, 0);
      await Promise.all(all.map((each) => each.stop()));
      return underway;
    },
  };
  const open = async () => {
    if (parts.openOutbound === undefined) return [];
    // Most of what a sandbox is asked for needs nothing of it.
    const [{ openOutboundQueues }, outbound] = await Promise.all([
      import('./open-outbound-queues.ts'),
      parts.openOutbound(),
    ]);
    return openOutboundQueues(engine, outbound);
  };
  return engine;
}

/** When the next dispatch or post falls due that may be run, in the sandbox's time; null when there is none. */
export function getNextDueTime({ store, real }: Engine): number | null {
  return findEarliest([store.dispatches.getNextDue(real()), store.posts.getNextDue()]);
}

/** Looks, and holds nobody up. */
export function isWorkDue(engine: Engine): boolean {
  const next = getNextDueTime(engine);
  return next !== null && next <= engine.now();
}
