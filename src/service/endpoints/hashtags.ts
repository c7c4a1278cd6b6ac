import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';

/** Adds hashtags to a text. @see docs/service/endpoints.md#other-endpoints */
export const addHashtags = {
  method: 'POST',
  path: '/hashtags/auto',
  otherPaths: [{ path: '/auto-hashtag' }],
  effect: 'none',
  sample: { body: { post: 'new in spring' } },
  body: z.strictObject({
    post: z.string().regex(/\S/, 'must not be blank').describe('the text'),
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

/** Suggests hashtags by TikTok's popular ones. @see docs/service/endpoints.md#hashtags */
export const suggestHashtags = {
  method: 'GET',
  path: '/hashtags/recommend',
  effect: 'none',
  sample: { query: { keyword: 'coffee' } },
  query: z.strictObject({
    keyword: z
      .string()
      .regex(/[\p{L}\p{N}]/u, 'must contain a letter or a digit')
      .describe('subject: a text with a letter or a digit'),
  }),
  answer: z.looseObject({
    status: z.string().nullish(),
    keyword: z.string().nullish(),
    hashtags: z.array(z.unknown()).nullish().describe('names without #'),
  }),
  plans: Plan.options,
  action: 'hashtags',
  errors: [101, 156, 161, 326],
} as const satisfies Endpoint;

/** One hashtag, with or without its `#`. */
export const Hashtag = z
  .string()
  .regex(/^#?[\p{L}\p{M}\p{N}_]+$/u, 'must be one hashtag: letters, digits and _')
  .describe('one hashtag, with or without #: letters, digits and _');

/** Tells whether a hashtag is banned. @see docs/service/endpoints.md#hashtags */
export const checkHashtag = {
  method: 'GET',
  path: '/hashtags/banned',
  effect: 'none',
  sample: { query: { hashtag: 'coffee' } },
  query: z.strictObject({ hashtag: Hashtag }),
  answer: z.looseObject({
    status: z.string().nullish(),
    hashtag: z.string().nullish().describe('its name without #'),
    banned: z.boolean().nullish(),
  }),
  plans: Plan.options,
  action: 'hashtags',
  errors: [101],
} as const satisfies Endpoint;
