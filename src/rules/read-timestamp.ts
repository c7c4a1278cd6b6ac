import { MINUTE_MS } from '../facts/durations.ts';
import { formatIsoSeconds } from './format-iso-seconds.ts';

/** A moment as it is shown, and as it is reckoned with. */
export interface ParsedTimestamp {
  /** UTC, `YYYY-MM-DDThh:mm:ssZ`; as it came when it is not understood; null when there is none. */
  readonly iso: string | null;
  /** Milliseconds since 1970-01-01T00:00:00Z, with a fraction when it says one; null when it is not understood. */
  readonly ms: number | null;
}

/**
 * Reads a timestamp in any of the shapes that the service and the networks use: with or without
 * milliseconds, with an offset (`+0000`, `+02:00`), with a space and no zone, which is UTC, and as the
 * object `{_seconds, _nanoseconds, utc}`. What it does not understand it gives back as it came.
 *
 * @see docs/service/general.md#timestamps, #identifier-formats, #TIME-01 to #TIME-03
 */
export function readTimestamp(value: unknown): ParsedTimestamp {
  if (value === undefined || value === null) return NONE;
  if (typeof value === 'string') return readText(value) ?? { iso: value, ms: null };
  return readObject(value) ?? { iso: JSON.stringify(value), ms: null };
}

const NONE: ParsedTimestamp = { iso: null, ms: null };

/** The service's own shape, on a day that every month has: nearly all there is to read, and sure without a calendar. */
const PLAIN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

const SHAPE =
  /^(\d{4}-\d{2}-(\d{2}))[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/i;

function readText(text: string): ParsedTimestamp | null {
  if (PLAIN.test(text)) return { iso: text, ms: Date.parse(text) };
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, date = '', day, time = '', fraction = '', sign, hours, minutes] = match;
  const local = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // Date.parse takes an impossible day, such as 30 February, for one of the next month, and 24:00 for the next day.
  if (new Date(local).getUTCDate() !== Number(day)) return null;
  if (sign === undefined) return { iso: `${date}T${time}Z`, ms: local };
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return fromMilliseconds(sign === '-' ? local + offset : local - offset);
}

function readObject(value: unknown): ParsedTimestamp | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _seconds, _nanoseconds, utc }: { _seconds?: unknown; _nanoseconds?: unknown; utc?: unknown } =
    value;
  const second = typeof utc === 'string' ? readText(utc) : fromSeconds(_seconds);
  return second === null ? null : addNanoseconds(second, _nanoseconds);
}

function fromSeconds(seconds: unknown): ParsedTimestamp | null {
  return typeof seconds === 'number' ? fromMilliseconds(seconds * 1_000) : null;
}

/** What is finer than a second stands beside it, unless the second has a fraction of its own. */
function addNanoseconds({ iso, ms }: ParsedTimestamp, nanoseconds: unknown): ParsedTimestamp {
  if (ms === null || ms % 1_000 !== 0 || typeof nanoseconds !== 'number') return { iso, ms };
  return nanoseconds > 0 && nanoseconds < 1e9 ? { iso, ms: ms + nanoseconds / 1e6 } : { iso, ms };
}

/** Null outside of the years that four digits can write. */
function fromMilliseconds(ms: number): ParsedTimestamp | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  return /^\d{4}-/.test(date.toISOString()) ? { iso: formatIsoSeconds(ms), ms } : null;
}
