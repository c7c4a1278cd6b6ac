import type { FieldReader } from './record-reader.ts';

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
