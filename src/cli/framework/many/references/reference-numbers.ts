import { HOUR_MS, MINUTE_MS } from '../../../../service/durations.ts';
import { REFERENCE_HOURS, type ReferenceTarget } from '../../output/reference.ts';

/** A number in place of an id, and when it was last shown, in milliseconds since 1970. */
export interface NumberedTarget {
  readonly number: number;
  readonly shownAt: number;
  readonly target: ReferenceTarget;
}

const VALID_MS = REFERENCE_HOURS * HOUR_MS;
/** An expired number is not given to another id at once: an old table may still be on the screen. */
const KEPT_MS = 2 * VALID_MS;
/** A time that is newer than this is not written again. */
const FRESH_MS = 10 * MINUTE_MS;

/** References of one table; the rows after them have none. */
const MOST_OF_TABLE = 500;
/** References that are remembered for one service. */
export const MOST_REMEMBERED = 2_000;
/** A longer id has no reference. */
export const LONGEST_ID = 300;

/** Whether a reference can still be used; a time in the future is an error of the clock, or of the file. */
export function isValidReference({ shownAt }: Pick<NumberedTarget, 'shownAt'>, now: number): boolean {
  return Math.abs(now - shownAt) <= VALID_MS;
}

/** The numbers of some rows, and what is to be remembered. */
export interface Numbering {
  /** A number for each target, in order; null for none. */
  readonly numbers: readonly (number | null)[];
  readonly after: readonly NumberedTarget[];
  /** Whether the file has to be written. */
  readonly isChanged: boolean;
}

/**
 * Gives each target a number: an id that is remembered keeps its own, a new one gets the lowest that is free.
 *
 * @param before what is remembered; of equal numbers or targets, the first counts
 * @param now in milliseconds since 1970
 */
export function numberTargets(
  before: readonly NumberedTarget[],
  targets: readonly (ReferenceTarget | null)[],
  now: number,
): Numbering {
  const remembered = dropOld(before, targets.length, now);
  const byNumber = new Map<number, NumberedTarget>();
  const byTarget = new Map<string, NumberedTarget>();
  for (const each of remembered) {
    const key = toKey(each.target);
    if (byNumber.has(each.number) || byTarget.has(key)) continue;
    byNumber.set(each.number, each);
    byTarget.set(key, each);
  }
  let isChanged = false;
  let lowest = 1;
  const take = (target: ReferenceTarget): number | null => {
    const key = toKey(target);
    const known = byTarget.get(key);
    if (known === undefined && byNumber.size >= MOST_REMEMBERED) return null;
    while (byNumber.has(lowest)) lowest += 1;
    const number = known?.number ?? lowest;
    if (known !== undefined && Math.abs(now - known.shownAt) <= FRESH_MS) return number;
    isChanged = true;
    const numbered = { number, shownAt: now, target };
    byNumber.set(number, numbered);
    byTarget.set(key, numbered);
    return number;
  };
  let left = MOST_OF_TABLE;
  const numbers = targets.map((target) => {
    if (target === null || target.id.length > LONGEST_ID || left === 0) return null;
    left -= 1;
    return take(target);
  });
  return { numbers, after: [...byNumber.values()], isChanged };
}

/** Forgets old references; expired ones at once where the room is needed. */
function dropOld(before: readonly NumberedTarget[], count: number, now: number): readonly NumberedTarget[] {
  const kept = before.filter(({ shownAt }) => Math.abs(now - shownAt) <= KEPT_MS);
  if (kept.length + Math.min(count, MOST_OF_TABLE) <= MOST_REMEMBERED) return kept;
  return kept.filter((each) => isValidReference(each, now));
}

function toKey({ kind, id, platform, profile }: ReferenceTarget): string {
  return JSON.stringify([kind, id, platform ?? null, profile ?? null]);
}
