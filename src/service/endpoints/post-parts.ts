import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { ROUTES } from '../routes.ts';
import { Timestamp } from '../times.ts';

/** Uploads a file for use in posts. @see docs/service/endpoints.md#other-endpoints */
export const uploadMedia = {
  ...ROUTES.uploadMedia,
  params: NO_INPUT,
  query: NO_INPUT,
  body: z.strictObject({
    file: z
      .string('is required')
      .startsWith('data:', 'must be a data URI, such as data:image/png;base64,…')
      .describe('the file as a data URI'),
    fileName: z.string('must be a string').optional(),
    description: z.string('must be a string').optional(),
  }),
  answer: z.looseObject({
    id: z.string().nullish(),
    url: z.string().nullish().describe('URL to use in `mediaUrls` of a post'),
    fileName: z.string().nullish(),
    description: z.string().nullish(),
  }),
  plans: Plan.options,
  action: 'media',
  errors: [101, 164],
} as const satisfies Endpoint;

/** Shortens a link. @see docs/service/endpoints.md#other-endpoints */
export const shortenLink = {
  ...ROUTES.shortenLink,
  params: NO_INPUT,
  query: NO_INPUT,
  body: z.strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an https or http URL' }),
  }),
  answer: z.looseObject({
    status: z.string().nullish(),
    id: z.string().nullish(),
    shortUrl: z.string().nullish(),
    originalUrl: z.string().nullish(),
    created: Timestamp,
  }),
  plans: Plan.options,
  action: 'links',
  errors: [101],
} as const satisfies Endpoint;

/** Adds hashtags to a text. @see docs/service/endpoints.md#other-endpoints */
export const addHashtags = {
  ...ROUTES.addHashtags,
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
