import * as z from 'zod';

/** Range of a sandbox's clock, in milliseconds since 1970: later years do not have four digits. */
export const CLOCK_RANGE = { min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59) } as const;

/** A time that a sandbox's clock can be set to. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-03-02T08:15:00Z', abort: true })
  .refine((text) => {
    const ms = Date.parse(text);
    return ms >= CLOCK_RANGE.min && ms < CLOCK_RANGE.max + 1_000;
  }, 'must be in the years 1970 to 9999');

/**
 * A timestamp in an answer: usually text, an object in some records.
 *
 * @see docs/service/general.md#identifier-formats
 */
export const Timestamp = z.union([z.string(), z.number(), z.looseObject({})]).nullish();

/** A header of the sandbox's answers while its clock is frozen; `Date` has the time. */
export const FROZEN_CLOCK_HEADER = 'sandbox-clock';
