import { createHmac, timingSafeEqual } from 'node:crypto';

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

/** Position of a row in an automation's activity list. */
export interface ActivityPosition {
  /** When the trigger matched, in milliseconds since 1970. */
  readonly created: number;
  readonly id: string;
}

/** The key that authenticates a cursor, and the list it belongs to. */
export interface CursorSigning {
  /** Secret of the service. */
  key: string;
  automation: string;
}

const VERSION = 1;
const MAC_BYTES = 16;

/**
 * Encodes the end of a page of activity as an authenticated cursor, so that clients cannot forge a position or use it
 * for another list.
 *
 * @returns text in base64url
 * @see docs/service/readings.md#U-24
 * @see docs/service/activity.md#L-08
 */
export function encodeActivityCursor({ created, id }: ActivityPosition, seal: CursorSigning): string {
  const place = Buffer.from(JSON.stringify([VERSION, seal.automation, created, id]));
  return Buffer.concat([computeMac(place, seal.key), place]).toString('base64url');
}

/**
 * Decodes a cursor.
 *
 * @returns null if `encodeActivityCursor` did not create it, or created it with another key or for another automation
 */
export function decodeActivityCursor(cursor: string, seal: CursorSigning): ActivityPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(MAC_BYTES);
  // Base64 decoding skips invalid characters: the cursor must round-trip.
  if (place.length === 0 || bytes.toString('base64url') !== cursor) return null;
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), computeMac(place, seal.key))) return null;
  // Authenticated: `encodeActivityCursor` wrote it, in this version or an earlier one.
  const [version, automation, created, id] = JSON.parse(place.toString()) as [number, string, number, string];
  return version === VERSION && automation === seal.automation ? { created, id } : null;
}

function computeMac(place: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update('activity cursor\0').update(place).digest().subarray(0, MAC_BYTES);
}
