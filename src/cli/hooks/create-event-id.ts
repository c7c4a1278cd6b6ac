import { randomInt } from 'node:crypto';

/**
 * Creates an id in the form of an Instagram comment id. It is always new, so receivers that deduplicate by it accept
 * each event.
 */
export function createEventId(): string {
  const digits = 13;
  return `1805${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}
