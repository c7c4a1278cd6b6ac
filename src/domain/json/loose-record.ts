import type { FieldPath } from '../../service/networks/network-facts.ts';

/** An untrusted object: any value under any name. */
export type LooseRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is LooseRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member of an untrusted value; undefined if there is none. */
export function getField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Serializes with sorted keys, so that equal values have equal texts. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** A normalized value, and whether it is lossless. */
interface FieldReading<T> {
  value: T;
  /** Whether the raw value can be dropped, because the normalized one contains all of it. */
  isComplete: boolean;
}

/** Normalizes a raw value; null if it is invalid. */
export type FieldReader<T> = (raw: unknown) => FieldReading<T> | null;

/** Takes values out of a record and keeps track of the rest. */
interface RecordReader {
  /** Returns the first valid value; other paths with the same or no value are taken, too. */
  take<T extends string | number>(places: readonly FieldPath[], read: FieldReader<T>): T | null;
  /**
   * Returns the record without `name` and without what was taken completely. An object with a remaining part stays
   * whole.
   */
  restWithout(name: string | null): Record<string, unknown>;
}

export function createRecordReader(record: LooseRecord): RecordReader {
  const taken: FieldPath[] = [];
  const isTaken = (name: string, raw: unknown) =>
    taken.some((place) => place.length === 1 && place[0] === name) || (isRecord(raw) && isUsedUp(name, raw));
  const isUsedUp = (name: string, raw: LooseRecord) => {
    const parts = Object.keys(raw);
    const used = taken.filter((place) => place.length === 2 && place[0] === name).map((place) => place[1]);
    return parts.length > 0 && parts.every((part) => used.includes(part));
  };
  return {
    take<T>(places: readonly FieldPath[], read: FieldReader<T>) {
      let value: T | null = null;
      for (const place of places) {
        const raw = readPath(record, place);
        if (raw === undefined) continue;
        const reading = read(raw);
        value ??= reading?.value ?? null;
        if (raw === null || (reading?.isComplete && reading.value === value)) taken.push(place);
      }
      return value;
    },
    restWithout(other) {
      const rest: [string, unknown][] = [];
      // filtering the entries would double the time per record
      for (const name of Object.keys(record)) {
        if (name !== other && !isTaken(name, record[name])) rest.push([name, record[name]]);
      }
      return Object.fromEntries(rest);
    },
  };
}

/** No path contains an inherited property name. */
function readPath(record: LooseRecord, [name, part]: FieldPath): unknown {
  const raw = record[name];
  if (part === undefined) return raw;
  return isRecord(raw) ? raw[part] : undefined;
}

export const readString: FieldReader<string> = (raw) =>
  typeof raw === 'string' ? { value: raw, isComplete: true } : null;

export const readNonEmpty: FieldReader<string> = (raw) => (raw === '' ? null : readString(raw));

/** Ids are strings; a safe integer converts without loss. @see docs/service/comments.md#COM-25 */
export const readId: FieldReader<string> = (raw) =>
  typeof raw === 'number' && Number.isSafeInteger(raw)
    ? { value: String(raw), isComplete: true }
    : readNonEmpty(raw);

/** Accepts only a known value. */
export function matchExactly(value: string): FieldReader<string> {
  return (raw) => (raw === value ? { value, isComplete: true } : null);
}

/** Lists the texts and numbers of a JSON value at any depth, without the names of its members: what a search looks at. */
export function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* listTexts(each);
}
