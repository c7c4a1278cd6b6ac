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

/** How many rows fit into an answer of about so many bytes of JSON; the first one always does. */
export function countFitting(rows: readonly object[], maxBytes: number): number {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? rows.length : end;
}
