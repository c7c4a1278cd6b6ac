import type { Outbound } from '../../outbound/outbound.ts';
import { findEarliest } from '../clock.ts';
import type { Random } from '../generate-keys.ts';
import { createTextComparer, type TextComparer } from '../publish/find-duplicate.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoint } from './crash-points.ts';
import type { CachedMatcher } from './ingest.ts';
import type { OutboundQueue } from './outbound-queue/queue.ts';
import type { AttemptReport, BlockedDelivery } from './ports.ts';
import type { PublishedDuePost } from './scheduler/posts.ts';

export interface EngineOptions {
  readonly store: Store;
  /** Sandbox time: due times and dedup windows. */
  now(): number;
  /** The machine's wall clock: leases. */
  real(): number;
  /** Source of jitter and ids. */
  readonly random: Random;
  /** Called with each internal error; the work is retried. */
  onFault(error: unknown): void;
  /** Called with the id of each dispatch that ended in this process. */
  onEnded?(id: string): void;
  /** Called for each scheduled post that this process published or failed. */
  onPublished?(published: PublishedDuePost): void;
  /** Called for each delivery attempt that this process recorded. */
  onAttempted?(attempted: AttemptReport): void;
  /** Called for each delivery that this run may not send. */
  onBlocked?(held: BlockedDelivery): void;
  /** Opens the outbound client on first use (default: no outbound requests). */
  openOutbound?(): Promise<Outbound>;
  /** Called at each crash point; tests throw here. */
  crashPoint?(point: CrashPoint): void;
}

export interface Engine extends EngineOptions {
  /** Compiled triggers by account; see `getTriggerMatcher`. */
  readonly matcherCache: Map<string, CachedMatcher>;
  /** Caches the texts that were compared last. */
  readonly compare: TextComparer;
  /** Counts of posts handled by this process. */
  readonly posted: { posts: number; confirmations: number };
  /**
   * The queues of outbound requests of this process, shared by everything that runs due work; empty without an
   * outbound client.
   */
  outboundQueues(): Promise<readonly OutboundQueue[]>;
  /**
   * Aborts requests in flight and starts no more; a clock that is being advanced stays where it is.
   *
   * @returns how many requests were aborted, once that is recorded
   */
  stop(): Promise<number>;
  hasStopped(): boolean;
  /** Called whenever a job was recorded. */
  readonly jobListeners: Set<() => void>;
}

export function createEngine(parts: EngineOptions): Engine {
  let queues: Promise<readonly OutboundQueue[]> | undefined;
  let hasStopped = false;
  const engine: Engine = {
    ...parts,
    matcherCache: new Map(),
    compare: createTextComparer(),
    posted: { posts: 0, confirmations: 0 },
    jobListeners: new Set(),
    outboundQueues: () => (queues ??= open()),
    hasStopped: () => hasStopped,
    async stop() {
      hasStopped = true;
      const all = (await queues) ?? [];
      const aborted = all.reduce((sum, each) => sum + each.inFlight, 0);
      await Promise.all(all.map((each) => each.stop()));
      return aborted;
    },
  };
  const open = async () => {
    if (parts.openOutbound === undefined) return [];
    // most requests to a sandbox need none of this
    const [{ openOutboundQueues }, outbound] = await Promise.all([
      import('./outbound-queue/open.ts'),
      parts.openOutbound(),
    ]);
    return openOutboundQueues(engine, outbound);
  };
  return engine;
}

/** When the next runnable dispatch or post falls due, in sandbox time; null when there is none. */
export function getNextDueTime({ store, real }: Engine): number | null {
  return findEarliest([store.dispatches.getNextDue(real()), store.posts.getNextDue()]);
}

/** Reads only, without the write lock. */
export function isWorkDue(engine: Engine): boolean {
  const next = getNextDueTime(engine);
  return next !== null && next <= engine.now();
}
