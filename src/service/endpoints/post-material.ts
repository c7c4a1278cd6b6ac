import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { Plan } from '../plans.ts';

/** Uploads a file for use in posts. @see docs/service/endpoints.md#other-endpoints */
export const uploadMedia = {
  method: 'POST',
  path: '/media/upload',
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
