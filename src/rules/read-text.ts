import type { Read } from './record-reader.ts';

export const anyText: Read<string> = (raw) => (typeof raw === 'string' ? { value: raw, whole: true } : null);

export const filled: Read<string> = (raw) => (raw === '' ? null : anyText(raw));

/** Ids are texts; one that came as a number has lost nothing when it is a short one. @see rule COM-25 */
export const idText: Read<string> = (raw) =>
  typeof raw === 'number' && Number.isSafeInteger(raw) ? { value: String(raw), whole: true } : filled(raw);

/** Takes what is known already, and nothing else. */
export function exactly(value: string): Read<string> {
  return (raw) => (raw === value ? { value, whole: true } : null);
}
