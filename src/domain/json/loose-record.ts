/** An untrusted object: any value under any name. */
export type LooseRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is LooseRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member of an untrusted value; undefined if there is none. */
export function getField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
