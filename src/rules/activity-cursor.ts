import { createHmac, timingSafeEqual } from 'node:crypto';

/** A row of an automation's activity, as its place in the list. */
export interface ActivityPlace {
  /** When the trigger matched, in milliseconds since 1970. */
  readonly created: number;
  readonly id: string;
}

/** What a cursor is sealed with, and for which list it is. */
export interface CursorSeal {
  /** Known to the service alone. */
  readonly key: string;
  readonly automation: string;
}

const VERSION = 1;
const SEAL_BYTES = 16;

/**
 * Writes down where a page of activity ended, so that nobody can make up another place or use it for another list.
 *
 * @returns text in base64url
 * @see reading U-24; case L-08
 */
export function writeActivityCursor({ created, id }: ActivityPlace, seal: CursorSeal): string {
  const place = Buffer.from(JSON.stringify([VERSION, seal.automation, created, id]));
  return Buffer.concat([sealOf(place, seal.key), place]).toString('base64url');
}

/**
 * Reads it again.
 *
 * @returns null for what `writeActivityCursor` did not write, wrote with another key, or for another automation
 */
export function readActivityCursor(cursor: string, seal: CursorSeal): ActivityPlace | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(SEAL_BYTES);
  // Reading base64 passes over what it does not know: the same text must come out again.
  if (place.length === 0 || bytes.toString('base64url') !== cursor) return null;
  if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(place, seal.key))) return null;
  // Sealed by us: `writeActivityCursor` wrote it, of this version or of an earlier one.
  const [version, automation, created, id] = JSON.parse(place.toString()) as [number, string, number, string];
  return version === VERSION && automation === seal.automation ? { created, id } : null;
}

function sealOf(place: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update('activity cursor\0').update(place).digest().subarray(0, SEAL_BYTES);
}
