/** Where rows are made to stay while an engagement is answered: each is one transaction. */
const COMMITS = ['ingest', 'take', 'acceptance', 'result', 'fault'] as const;

/** What is asked of others meanwhile, and cannot be asked a second time. */
const CALLS = ['sendDm'] as const;

/** The same where the sandbox itself is moved on, or begins anew. */
const CONTROL_COMMITS = ['advance', 'reset'] as const;

const MOMENTS = ['before', 'after'] as const;

/** A transaction that things are recovered from. */
export type Commit = (typeof COMMITS)[number] | (typeof CONTROL_COMMITS)[number];

/** A moment at which a process may die, and which everything must be recovered from. */
export type CrashPoint = `${(typeof MOMENTS)[number]} ${Commit | (typeof CALLS)[number]}`;

/**
 * All of them on the way from an engagement to its end: before and after every commit, and every call to the outside. A
 * name that is not among them does not compile.
 *
 * @see safety.md, T2
 */
export const CRASH_POINTS: readonly CrashPoint[] = bothMoments(...COMMITS, ...CALLS);

/** Those of orders to the sandbox. */
export const CONTROL_CRASH_POINTS: readonly CrashPoint[] = bothMoments(...CONTROL_COMMITS);

function bothMoments(...names: readonly (Commit | (typeof CALLS)[number])[]): readonly CrashPoint[] {
  return names.flatMap((name) => MOMENTS.map((moment): CrashPoint => `${moment} ${name}`));
}
