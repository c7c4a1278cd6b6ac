import { CrierError } from '../../src/errors.ts';
import type { CrashPoint } from '../../src/sandbox/engine/ports.ts';

/** Thrown where a process is to crash: nothing in it continues. */
export class SimulatedCrash extends CrierError {}

/** A process that crashes at a crash point; for those of `recover` an internal error is thrown before. */
export interface CrashingProcess {
  hook(here: CrashPoint): void;
  hasDied(): boolean;
}

export function crashAt(point: CrashPoint): CrashingProcess {
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
      // a crashed process does nothing more
      if (isDead) throw new SimulatedCrash('unavailable', `died ${point}`);
    },
  };
}
