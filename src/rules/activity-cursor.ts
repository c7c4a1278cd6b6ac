import { createHmac, timingSafeEqual } from 'node:crypto';

/** A row of an automation's activity, as its place in the list. */
export interface ActivityPosition {
  /** When the trigger matched, in milliseconds since 1970. */
  readonly created: number;
  readonly id: string;
}

/** What a cursor is sealed with, and for which list it is. */
export interface CursorSigning {
  /** Known to the service alone. */
  readonly key: string;
  readonly automation: string;
}

const VERSION = 1;
const MAC_BYTES = 16;

/**
 * Writes down where a page of activity ended, so that nobody can make up another place or use it for another list.
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
 * Reads it again.
 *
 * @returns null for what `encodeActivityCursor` did not write, wrote with another key, or for another automation
 */
export function decodeActivityCursor(cursor: string, seal: CursorSigning): ActivityPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(MAC_BYTES);
  // Reading base64 passes over what it does not know: the same text must come out again.
  if (place.length === 0 || bytes.toString('base64url') !== cursor) return null;
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), computeMac(place, seal.key))) return null;
  // Sealed by us: `encodeActivityCursor` wrote it, of this version or of an earlier one.
  const [version, automation, created, id] = JSON.parse(place.toString()) as [number, string, number, string];
  return version === VERSION && automation === seal.automation ? { created, id } : null;
}

function computeMac(place: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update('activity cursor\0').update(place).digest().subarray(0, MAC_BYTES);
}
