/** An attempt as far as it went; nothing of it is known while it is underway. */
interface AttemptProgress {
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** A delivery as far as it came. */
export interface DeliveryProgress {
  /** In their order. */
  readonly attempts: readonly AttemptProgress[];
  /** Why it ended, where no attempt ended it; else null. */
  readonly endError: string | null;
}

const isFinished = ({ ms, error }: AttemptProgress): boolean => ms !== null || error !== null;

/** Whether one is on its way: when another is due is not known before its end. @param attempts in their order */
export function isInFlight(attempts: readonly AttemptProgress[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isFinished(last);
}

/** How the last attempt ended that is over, both null where none is; but what ended it without one is its error. */
export function getLastResult({ attempts, endError }: DeliveryProgress) {
  const last = attempts.findLast(isFinished);
  return { lastStatus: last?.status ?? null, lastError: endError ?? last?.error ?? null };
}
