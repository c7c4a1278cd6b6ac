import { randomInt } from 'node:crypto';

/** As instagram writes the ids of comments: a receiver that claims events by it takes each for a new one. */
export function createEventId(): string {
  const digits = 13;
  return `1805${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}
