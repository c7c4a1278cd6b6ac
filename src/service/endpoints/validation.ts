import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { PostableMediaUrl } from './media-library.ts';

const VALIDATION = {
  plans: Plan.options,
  action: 'validate',
} as const;

/** Checks whether a body is JSON. @see docs/service/endpoints.md#validation */
export const validateJson = {
  ...VALIDATION,
  method: 'POST',
  path: '/validate/json',
  effect: 'none',
  sample: { body: [1] },
  body: z.looseObject({}),
  // any JSON value is valid, not only an object
  invalidBody: 101,
  answer: z.looseObject({ status: z.string().nullish(), message: z.string().nullish() }),
  errors: [101],
} as const satisfies Endpoint;

/** Checks a text or media for harmful content. @see docs/service/endpoints.md#validation */
export const checkModeration = {
  ...VALIDATION,
  method: 'POST',
  path: '/validate/moderation',
  effect: 'none',
  sample: { body: { text: 'hello' } },
  body: z
    .strictObject({
      text: z.string('must be a string').regex(/\S/, 'must not be blank').optional(),
      mediaUrls: z.array(PostableMediaUrl, 'must be a list of URLs').min(1, 'must not be empty').optional(),
    })
    .refine(({ text, mediaUrls }) => text !== undefined || mediaUrls !== undefined, {
      error: 'is required, unless mediaUrls is given',
      path: ['text'],
    }),
  answer: z.looseObject({
    status: z.string().nullish(),
    flagged: z.boolean().nullish().describe('whether any category applies'),
    categories: z.record(z.string(), z.unknown()).nullish().describe('true for each category that applies'),
  }),
  errors: [101, 331, 438],
} as const satisfies Endpoint;
