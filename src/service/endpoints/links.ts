import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { Timestamp } from '../timestamp.ts';

/** Shortens a link. @see docs/service/endpoints.md#other-endpoints */
export const shortenLink = {
  method: 'POST',
  path: '/links',
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
