import * as z from 'zod';

/** A timestamp of an answer: text as a rule, an object in some records. @see undescribed.md 1.1 */
export const Timestamp = z.union([z.string(), z.number(), z.looseObject({})]).nullish();
