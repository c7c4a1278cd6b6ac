import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';

/** Explains a numbered error. @see docs/service/endpoints.md#error-explainer */
export const explainError = {
  method: 'GET',
  path: '/error-explainer',
  effect: 'none',
  sample: { query: { code: 156 } },
  query: z.strictObject({
    code: z.int('must be a whole number, such as 156').min(1, 'must be at least 1').describe('error code'),
    platform: Platform.optional().describe('the network that the error is about'),
  }),
  answer: z.looseObject({
    status: z.string().nullish(),
    code: z.int().nullish(),
    platform: z.string().nullish(),
    cause: z.string().nullish(),
    class: z.string().nullish().describe('user-action, network or developer-fix'),
    resolution: z.string().nullish(),
  }),
  plans: Plan.options,
  action: 'error explainer',
  errors: [101, 1404],
} as const satisfies Endpoint;
