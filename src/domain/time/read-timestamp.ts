import { MINUTE_MS } from '../../service/durations.ts';

/** A timestamp for display and for computation. */
interface ParsedTimestamp {
  /** UTC, `YYYY-MM-DDThh:mm:ssZ`; unchanged if it cannot be parsed; null if absent. */
  iso: string | null;
  /** Milliseconds since 1970-01-01T00:00:00Z, with a fraction if present; null if it cannot be parsed. */
  ms: number | null;
}

/**
 * Parses a timestamp in any format of the service and the networks: with or without milliseconds, with an offset
 * (`+0000`, `+02:00`), with a space and no zone (UTC), and as the object `{_seconds, _nanoseconds, utc}`. An unknown
 * format is returned unchanged.
 *
 * @see docs/service/general.md#timestamps, #identifier-formats, #TIME-01 to #TIME-03
 */
export function readTimestamp(value: unknown): ParsedTimestamp {
  if (value === undefined || value === null) return NONE;
  if (typeof value === 'string') return readText(value) ?? { iso: value, ms: null };
  return readObject(value) ?? { iso: JSON.stringify(value), ms: null };
}

const NONE: ParsedTimestamp = { iso: null, ms: null };

/** Fast path: the service's own format, on a day that every month has. */
const PLAIN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Whether a value is a timestamp as `readTimestamp` formats it. It may be false for some that are. */
export function isPlainTimestamp(value: unknown): value is string {
  return typeof value === 'string' && PLAIN.test(value);
}

const SHAPE =
  /^(\d{4}-\d{2}-(\d{2}))[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/i;

function readText(text: string): ParsedTimestamp | null {
  if (PLAIN.test(text)) return { iso: text, ms: Date.parse(text) };
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, date = '', day, time = '', fraction = '', sign, hours, minutes] = match;
  const local = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // Date.parse rolls an impossible day, such as 30 February, over to the next month, and 24:00 to the next day.
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

/** Adds the fraction of a second from its own field, unless the time already has one. */
function addNanoseconds({ iso, ms }: ParsedTimestamp, nanoseconds: unknown): ParsedTimestamp {
  if (ms === null || ms % 1_000 !== 0 || typeof nanoseconds !== 'number') return { iso, ms };
  return nanoseconds > 0 && nanoseconds < 1e9 ? { iso, ms: ms + nanoseconds / 1e6 } : { iso, ms };
}

/** Null outside the four-digit years. */
function fromMilliseconds(ms: number): ParsedTimestamp | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  return /^\d{4}-/.test(date.toISOString()) ? { iso: formatIsoSeconds(ms), ms } : null;
}

/** Formats `YYYY-MM-DDThh:mm:ssZ`, as in the service's own timestamps. @see docs/service/general.md#TIME-01 */
export function formatIsoSeconds(ms: number): string {
  return formatIsoMilliseconds(ms).replace(/\.\d{3}Z$/, 'Z');
}

/** A later time becomes the last second of the year 9999: the formats of times have years of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Formats `YYYY-MM-DDThh:mm:ss.000Z`. @see docs/service/general.md#TIME-02 */
export function formatIsoMilliseconds(ms: number): string {
  return new Date(Math.min(ms, LAST_MS)).toISOString();
}
