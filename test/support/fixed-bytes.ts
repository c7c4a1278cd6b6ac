import type { Random } from '../../src/sandbox/generate-ids.ts';

/** Bytes that look like any, and are the same every time: by a linear congruence of 32 bits, its upper byte. */
export function fixedBytes(): Random {
  let state = 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return (count) => Uint8Array.from({ length: count }, next);
}
