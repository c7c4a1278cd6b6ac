import type { Store } from '../store/store.ts';

/** Transactions on the way from an engagement to its result. */
const COMMITS = ['ingest', 'claimDispatch', 'acceptDm', 'recordDm', 'recover'] as const;

/** Calls to the outside that cannot be repeated. */
const CALLS = ['sendDm'] as const;

/** Transactions and calls of deliveries, which are sent at least once. */
const DELIVERY_COMMITS = ['claimDeliveries', 'recordDeliveries'] as const;
const DELIVERY_CALLS = ['postDelivery'] as const;

/** Transactions and calls of message callbacks. */
const CALLBACK_COMMITS = ['claimCallbacks', 'recordCallbacks'] as const;
const CALLBACK_CALLS = ['postCallback'] as const;

/** Transactions that publish due posts and resolve pending TikTok copies. */
const POST_COMMITS = ['publishPost', 'confirmCopy'] as const;

/** Transactions of the control routes that move the clock or reset the sandbox. */
const CONTROL_COMMITS = ['advance', 'reset'] as const;

const MOMENTS = ['before', 'after'] as const;

/** A named transaction, after which recovery is tested. */
export type CommitName =
  | (typeof COMMITS)[number]
  | (typeof DELIVERY_COMMITS)[number]
  | (typeof CALLBACK_COMMITS)[number]
  | (typeof POST_COMMITS)[number]
  | (typeof CONTROL_COMMITS)[number];

/** A named call to the outside. */
export type ExternalCall =
  | (typeof CALLS)[number]
  | (typeof DELIVERY_CALLS)[number]
  | (typeof CALLBACK_CALLS)[number];

/** A moment at which a process may die, and from which the engine must recover. */
export type CrashPoint = `${(typeof MOMENTS)[number]} ${CommitName | ExternalCall}`;

/**
 * Crash points between an engagement and its result: before and after every commit, and every call to the outside.
 *
 * @see docs/safety.md#T2
 */
export const CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...COMMITS, ...CALLS);

/** Crash points of deliveries. */
export const DELIVERY_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(
  ...DELIVERY_COMMITS,
  ...DELIVERY_CALLS,
);

/** Crash points of message callbacks. */
export const CALLBACK_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(
  ...CALLBACK_COMMITS,
  ...CALLBACK_CALLS,
);

/** Crash points of posts. */
export const POST_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...POST_COMMITS);

/** Crash points of control routes. */
export const CONTROL_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...CONTROL_COMMITS);

function buildCrashPoints(...names: readonly (CommitName | ExternalCall)[]): readonly CrashPoint[] {
  return names.flatMap((name) => MOMENTS.map((moment): CrashPoint => `${moment} ${name}`));
}

/**
 * Runs `work` in one transaction, with a crash point before and after its commit.
 *
 * @param onCommitted called directly after the commit, before the crash point
 */
export type Commit = <Result>(name: CommitName, work: () => Result, onCommitted?: () => void) => Result;

export function createCommit({
  store,
  crashPoint,
}: {
  readonly store: Pick<Store, 'transaction'>;
  crashPoint?(point: CrashPoint): void;
}): Commit {
  return (name, work, onCommitted) => {
    const result = store.transaction(() => {
      const done = work();
      crashPoint?.(`before ${name}`);
      return done;
    });
    onCommitted?.();
    crashPoint?.(`after ${name}`);
    return result;
  };
}
