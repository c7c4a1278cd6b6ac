import { ASSUMED } from '../../service/assumed.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import { findEarliest } from '../clock.ts';
import type { Random } from '../generate-ids.ts';
import type { EnginePorts } from './ports.ts';

/** When posts and dispatches fall due, in sandbox time. Reads only, without the write lock. */
export interface DueTimes {
  /** When the next runnable dispatch or post falls due; null when there is none. */
  next(): number | null;
  isWorkDue(): boolean;
  /** Whether a post is due before the next dispatch. At equal times the post comes first. */
  isPostNext(): boolean;
}

export function createDueTimes({ store, now, real }: Pick<EnginePorts, 'store' | 'now' | 'real'>): DueTimes {
  const next = () => findEarliest([store.dispatches.getNextDue(real()), store.posts.getNextDue()]);
  return {
    next,
    isWorkDue() {
      const due = next();
      return due !== null && due <= now();
    },
    isPostNext() {
      const post = store.posts.getNextDue();
      if (post === null || post > now()) return false;
      const dispatch = store.dispatches.getNextDue(real());
      return dispatch === null || post <= dispatch;
    },
  };
}

const BYTES = 4;
const TWO_TO_32 = 2 ** 32;

/** Draws a random share, from 0 up to but not including 1. */
export function drawShare(random: Random): number {
  const bytes = random(BYTES);
  return new DataView(bytes.buffer, bytes.byteOffset, BYTES).getUint32(0) / TWO_TO_32;
}

/**
 * Computes when a dispatch falls due: 20 to 60 seconds after the engagement (jitter), whenever it was reported
 * (U-22), rounded to a whole second, so that the time shown is exact.
 *
 * @see docs/service/engine.md#ENG-04, #J-01
 */
export function computeDueAt(moment: number, random: Random): number {
  const { min, max } = LIMITS.dispatchJitterMs;
  const first = Math.ceil((moment + min) / SECOND_MS);
  const last = Math.floor((moment + max) / SECOND_MS);
  return (first + Math.floor(drawShare(random) * (last - first + 1))) * SECOND_MS;
}

/**
 * Adds jitter to a wait, so that deliveries that failed together are not retried together.
 *
 * @param share position within the jitter range: from 0, the shortest wait, up to 1, the longest
 * @returns whole milliseconds
 * @see docs/service/readings.md#U-03
 */
export function applyJitter(waitMs: number, share: number): number {
  const { webhookJitter } = ASSUMED;
  return Math.round(waitMs * (1 - webhookJitter + 2 * webhookJitter * share));
}
