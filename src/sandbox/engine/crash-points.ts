/** Where rows are made to stay while an engagement is answered: each is one transaction. */
const COMMITS = ['ingest', 'claimDispatch', 'acceptDm', 'recordDm', 'recover'] as const;

/** What is asked of others meanwhile, and cannot be asked a second time. */
const CALLS = ['sendDm'] as const;

/** The same where something is delivered: it may be sent again, and is not to be lost. */
const DELIVERY_COMMITS = ['claimDeliveries', 'recordDeliveries'] as const;
const DELIVERY_CALLS = ['postDelivery'] as const;

/** The same where a message callback is asked for the text of a DM. */
const CALLBACK_COMMITS = ['claimCallbacks', 'recordCallbacks'] as const;
const CALLBACK_CALLS = ['postCallback'] as const;

/** The same where posts are published by the clock, and where tiktok tells of one. */
const POST_COMMITS = ['publishPost', 'confirmCopy'] as const;

/** The same where the sandbox itself is moved on, or begins anew. */
const CONTROL_COMMITS = ['advance', 'reset'] as const;

const MOMENTS = ['before', 'after'] as const;

/** A transaction that things are recovered from. */
export type CommitName =
  | (typeof COMMITS)[number]
  | (typeof DELIVERY_COMMITS)[number]
  | (typeof CALLBACK_COMMITS)[number]
  | (typeof POST_COMMITS)[number]
  | (typeof CONTROL_COMMITS)[number];

type ExternalCall =
  | (typeof CALLS)[number]
  | (typeof DELIVERY_CALLS)[number]
  | (typeof CALLBACK_CALLS)[number];

/** A moment at which a process may die, and which everything must be recovered from. */
export type CrashPoint = `${(typeof MOMENTS)[number]} ${CommitName | ExternalCall}`;

/**
 * All of them on the way from an engagement to its end: before and after every commit, and every call to the outside. A
 * name that is not among them does not compile.
 *
 * @see docs/safety.md#T2
 */
export const CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...COMMITS, ...CALLS);

/** Those behind, where what it led to is delivered. */
export const DELIVERY_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(
  ...DELIVERY_COMMITS,
  ...DELIVERY_CALLS,
);

/** Those beside, where a DM asks for its text. */
export const CALLBACK_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(
  ...CALLBACK_COMMITS,
  ...CALLBACK_CALLS,
);

/** Those on the way of a post. */
export const POST_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...POST_COMMITS);

/** Those of orders to the sandbox. */
export const CONTROL_CRASH_POINTS: readonly CrashPoint[] = buildCrashPoints(...CONTROL_COMMITS);

function buildCrashPoints(...names: readonly (CommitName | ExternalCall)[]): readonly CrashPoint[] {
  return names.flatMap((name) => MOMENTS.map((moment): CrashPoint => `${moment} ${name}`));
}
