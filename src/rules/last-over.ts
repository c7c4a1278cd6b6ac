/** An attempt as far as it went; nothing of it is known while it is underway. */
interface Tried {
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** How the last attempt ended that is over; both are null where none is. @param attempts in their order */
export function lastOver(attempts: readonly Tried[]) {
  const last = attempts.findLast(({ ms, error }) => ms !== null || error !== null);
  return { lastStatus: last?.status ?? null, lastError: last?.error ?? null };
}
