import { CrierError } from '../../src/errors.ts';
import type { CrashPoint } from '../../src/sandbox/engine/crash-points.ts';

/** What ends a process: nothing in it continues. */
export class Death extends CrierError {}

/** A process that dies when it comes to a point; a fault of our own comes before, where the point is about that. */
export interface Dying {
  hook(here: CrashPoint): void;
  hasDied(): boolean;
}

export function dyingAt(point: CrashPoint): Dying {
  let isDead = false;
  let isFaultToCome = point.endsWith(' recover');
  return {
    hasDied: () => isDead,
    hook(here) {
      if (isFaultToCome && here === 'before claimDispatch') {
        isFaultToCome = false;
        throw new Error('a fault of our own');
      }
      isDead ||= here === point;
      // Whatever is tried after that, it does not happen.
      if (isDead) throw new Death('unavailable', `died ${point}`);
    },
  };
}
