import { DAY_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import type { WatchCursor } from './cursor-format.ts';

/** Clocks that are set by the network go back a little now and then. */
const SLACK_MS = 60 * 1_000;
/** Ours: an answer that is to be good for longer is not believed by another run. */
const LONGEST_BELIEVED_MS = 31 * DAY_MS;

/** When the next look is due, going by a place. */
export interface CursorDue {
  readonly due: number;
  /** Why the place was not taken at its word; null when it was. */
  readonly doubt: string | null;
}

/**
 * When an id that was watched before is to be looked at again. The place has the time of the run that kept it: when
 * that look is yet to come, the clock was wrong then or is now, nobody knows how long ago it was, and the whole wait
 * begins anew.
 *
 * @param now the time of the watch, in milliseconds since 1970
 * @see docs/service/comments.md#COM-14
 */
export function computeCursorDue(
  { lookedAt, due }: Pick<WatchCursor, 'lookedAt' | 'due'>,
  now: number,
): CursorDue {
  const isLong = due - lookedAt > LONGEST_BELIEVED_MS;
  const waitMs = isLong ? LIMITS.commentRefreshMs : Math.max(0, due - lookedAt);
  if (lookedAt > now + SLACK_MS) {
    return {
      due: Math.ceil(now + waitMs),
      doubt: 'was looked at in the future, by a clock that was set since',
    };
  }
  if (!isLong) return { due, doubt: null };
  const days = Math.floor((due - lookedAt) / DAY_MS);
  return {
    due: lookedAt + waitMs,
    doubt: `was not to be asked again for ${days} days, which is not believed`,
  };
}
