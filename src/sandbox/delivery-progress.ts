/** Result of an attempt; all null while it is in flight. */
interface AttemptProgress {
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** Progress of a delivery. */
export interface DeliveryProgress {
  /** In order. */
  readonly attempts: readonly AttemptProgress[];
  /** Why it ended, if no attempt ended it; otherwise null. */
  readonly endError: string | null;
}

const isFinished = ({ ms, error }: AttemptProgress): boolean => ms !== null || error !== null;

/** Whether an attempt is in flight: until it ends, the next due time is not known. @param attempts in order */
export function isInFlight(attempts: readonly AttemptProgress[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isFinished(last);
}

/**
 * Returns the result of the last finished attempt, null if there is none; an error that ended the delivery without an
 * attempt takes precedence.
 */
export function getLastResult({ attempts, endError }: DeliveryProgress) {
  const last = attempts.findLast(isFinished);
  return { lastStatus: last?.status ?? null, lastError: endError ?? last?.error ?? null };
}
