import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { AutomationId } from '../ids.ts';
import { PLANS_WITH_AUTOMATIONS } from '../plans.ts';
import { ActivityAnswer } from './activity.ts';

/**
 * U-23: a positive integer in plain digits; values above the maximum page size are clamped. A string, because `1e2`
 * and an empty value would parse as numbers but must be rejected.
 */
export const ActivityLimit = z
  .string()
  .regex(/^[1-9][0-9]*$/, 'must be a whole number of at least 1')
  .describe('rows on a page');

/** `previous` is not a parameter, so that it leads to HTTP 400. @see docs/service/activity.md#list */
export const listActivity = {
  method: 'GET',
  path: '/automations/{id}/activity',
  params: z.strictObject({ id: AutomationId }),
  query: z.strictObject({
    limit: ActivityLimit.optional(),
    next: z.string().optional().describe('cursor of the page: `meta.pagination.next` of the previous one'),
  }),
  body: null,
  answer: ActivityAnswer,
  plans: PLANS_WITH_AUTOMATIONS,
  withoutPlan: 468,
  refusesUnknown: true,
  action: 'automation',
  errors: [468, 469, 472],
} as const satisfies Endpoint;
