import { HOUR_MS } from '../../service/durations.ts';

/** A post that was sent from a file, with a time in words. Times are in milliseconds since 1970. */
export interface SentWords {
  /** When it is, or was, to be published. */
  readonly at: number;
  readonly sentAt: number;
}

/** Two times of one post are less apart: the words of a file were read twice, or in two time zones. */
const SAME_POST_MS = 12 * HOUR_MS;

/**
 * Whether a post of a file, with its time in words, is the one that was sent before: `friday 18:30` is another Friday a
 * week later, and `in 2h` on the same day is a repetition. `unclear` for words of today that now mean another day.
 *
 * @param dayOf the calendar day of a time
 * @see docs/guides/posts.md
 */
export function compareWords(
  before: SentWords,
  now: SentWords,
  dayOf: (ms: number) => string,
): 'same' | 'other' | 'unclear' {
  if (dayOf(before.at) === dayOf(now.at) || Math.abs(before.at - now.at) < SAME_POST_MS) return 'same';
  return dayOf(before.sentAt) === dayOf(now.sentAt) ? 'unclear' : 'other';
}
