import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { WatchCursor } from './cursor-format.ts';

/** Tolerance for clocks that are set back a little by network time. */
const SLACK_MS = 60 * 1_000;
/** Our own limit: a longer wait of a saved cursor is not trusted. */
const LONGEST_BELIEVED_MS = 31 * DAY_MS;

/** When the next poll is due, according to a cursor. */
export interface CursorDue {
  readonly due: number;
  /** Why the cursor's time was not trusted; null when it was. */
  readonly doubt: string | null;
}

/**
 * Computes when an id that was watched before is due again. When the cursor's last poll is in the future, the
 * clock was wrong then or is wrong now, so the elapsed time is unknown and the whole wait starts over.
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
      doubt: 'has a last check in the future: the clock was changed since',
    };
  }
  if (!isLong) return { due, doubt: null };
  const days = Math.floor((due - lookedAt) / DAY_MS);
  return {
    due: lookedAt + waitMs,
    doubt: `had a wait of ${days} days, which is ignored`,
  };
}
