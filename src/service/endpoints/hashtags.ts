import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { Plan } from '../plans.ts';

/** Adds hashtags to a text. @see docs/service/endpoints.md#other-endpoints */
export const addHashtags = {
  method: 'POST',
  path: '/hashtags/auto',
  params: NO_INPUT,
  query: NO_INPUT,
  body: z.strictObject({
    post: z.string('is required').regex(/\S/, 'must not be blank').describe('the text'),
    max: z
      .int('must be a whole number from 1 to 10')
      .min(1, 'must be at least 1')
      .max(10, 'must be at most 10')
      .optional()
      .describe('number of hashtags (default: 2)'),
    position: z
      .enum(['auto', 'end'], 'must be auto or end')
      .optional()
      .describe('default: words become hashtags in place'),
  }),
  answer: z.looseObject({ post: z.string().nullish().describe('the text with its hashtags') }),
  plans: Plan.options,
  action: 'hashtags',
  errors: [101],
} as const satisfies Endpoint;
