import type { FieldPath } from './comment-sources.ts';
import { isRecord, type LooseRecord } from './loose-record.ts';

/** What of a raw value can be said in a unified one. */
export interface FieldReading<T> {
  readonly value: T;
  /** The raw value can be thrown away: the unified one says all of it. */
  readonly isComplete: boolean;
}

/** Turns a raw value into a unified one; null when it is none. */
export type FieldReader<T> = (raw: unknown) => FieldReading<T> | null;

/** Takes values out of a record, and knows what has not been taken. */
export interface RecordReader {
  /** The first value that can be read; places that say the same, or nothing, are taken with it. */
  take<T extends string | number>(places: readonly FieldPath[], read: FieldReader<T>): T | null;
  /** The record without what was taken whole, and without `name`. An object of which a part is left stays as it was. */
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
      // a list of entries, filtered, costs as much as all else that is done for a record
      for (const name of Object.keys(record)) {
        if (name !== other && !isTaken(name, record[name])) rest.push([name, record[name]]);
      }
      return Object.fromEntries(rest);
    },
  };
}

/** No name of a place is one that every object inherits. */
function readPath(record: LooseRecord, [name, part]: FieldPath): unknown {
  const raw = record[name];
  if (part === undefined) return raw;
  return isRecord(raw) ? raw[part] : undefined;
}
