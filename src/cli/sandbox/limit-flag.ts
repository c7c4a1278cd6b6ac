import * as z from 'zod';

/** A count, or `off` for no limit, parsed as null. */
export const Limit = z
  .string()
  .regex(/^(\d{1,9}|off)$/, 'must be a whole number, or off')
  .transform((text) => (text === 'off' ? null : Number(text)));

export function formatLimit(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit);
}
