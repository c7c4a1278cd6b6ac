/** Encodes a position in a list as an opaque cursor. */
export function writeCursor(place: readonly number[]): string {
  return Buffer.from(place.join('.')).toString('base64url');
}

/** @returns null for an invalid cursor, or one of another kind of list */
export function readCursor(cursor: string, length: number): readonly number[] | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = text.split('.').map(Number);
  const isOurs = writeCursor(place) === cursor && place.every(Number.isSafeInteger);
  return isOurs && place.length === length ? place : null;
}

/** Number of rows that fit in a response of this many bytes of JSON; at least one. */
export function countFitting(rows: readonly object[], maxBytes: number): number {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? rows.length : end;
}
