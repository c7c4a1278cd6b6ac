/** The place where a list goes on, as text that nobody needs to understand. */
export function writeCursor(place: readonly number[]): string {
  return Buffer.from(place.join('.')).toString('base64url');
}

/** @returns null for what `writeCursor` did not write, or wrote for another kind of list */
export function readCursor(cursor: string, length: number): readonly number[] | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = text.split('.').map(Number);
  const isOurs = writeCursor(place) === cursor && place.every(Number.isSafeInteger);
  return isOurs && place.length === length ? place : null;
}
