/** An attempt as far as it went; nothing of it is known while it is underway. */
interface Tried {
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** A delivery as far as it came. */
export interface Over {
  /** In their order. */
  readonly attempts: readonly Tried[];
  /** Why it ended, where no attempt ended it; else null. */
  readonly endError: string | null;
}

const isOver = ({ ms, error }: Tried): boolean => ms !== null || error !== null;

/** Whether one is on its way: when another is due is not known before its end. @param attempts in their order */
export function isUnderway(attempts: readonly Tried[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isOver(last);
}

/** How the last attempt ended that is over, both null where none is; but what ended it without one is its error. */
export function lastOver({ attempts, endError }: Over) {
  const last = attempts.findLast(isOver);
  return { lastStatus: last?.status ?? null, lastError: endError ?? last?.error ?? null };
}
