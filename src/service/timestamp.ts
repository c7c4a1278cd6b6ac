import * as z from 'zod';

/**
 * A timestamp in an answer: usually text, an object in some records.
 *
 * @see docs/service/general.md#identifier-formats
 */
export const Timestamp = z.union([z.string(), z.number(), z.looseObject({})]).nullish();
