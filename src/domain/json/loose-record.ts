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

/** A class, since a reader is made for each record of very long lists: closures would take longer than the reading. */
class LooseRecordReader implements RecordReader {
  readonly #record: LooseRecord;
  readonly #names: string[] = [];
  /** Names with a part that was taken; the part is at the same position. */
  readonly #outer: string[] = [];
  readonly #parts: string[] = [];

  constructor(record: LooseRecord) {
    this.#record = record;
  }

  take<T extends string | number>(places: readonly FieldPath[], read: FieldReader<T>): T | null {
    let value: T | null = null;
    for (const place of places) {
      const raw = readPath(this.#record, place);
      if (raw === undefined) continue;
      const reading = read(raw);
      value ??= reading?.value ?? null;
      if (raw === null || (reading?.isComplete && reading.value === value)) this.#markTaken(place);
    }
    return value;
  }

  restWithout(other: string | null): Record<string, unknown> {
    const rest: [string, unknown][] = [];
    // filtering the entries would double the time per record
    for (const name of Object.keys(this.#record)) {
      if (name !== other && !this.#isTaken(name)) rest.push([name, this.#record[name]]);
    }
    return Object.fromEntries(rest);
  }

  #markTaken([name, part]: FieldPath): void {
    if (part === undefined) {
      this.#names.push(name);
      return;
    }
    this.#outer.push(name);
    this.#parts.push(part);
  }

  #isTaken(name: string): boolean {
    if (this.#names.includes(name)) return true;
    if (!this.#outer.includes(name)) return false;
    const raw = this.#record[name];
    return isRecord(raw) && Object.keys(raw).every((part) => this.#isPartTaken(name, part));
  }

  #isPartTaken(name: string, part: string): boolean {
    return this.#outer.some((outer, at) => outer === name && this.#parts[at] === part);
  }
}

export function createRecordReader(record: LooseRecord): RecordReader {
  return new LooseRecordReader(record);
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
