import * as z from 'zod';
import { type Endpoint, SAMPLE_POST_ID } from '../endpoint.ts';
import { AnyId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Plan } from '../plans.ts';
import { Platform, POST_ANALYTICS_PLATFORMS, SOCIAL_ANALYTICS_PLATFORMS } from '../platforms.ts';

/** One network of a response; validated field by field later, so that a malformed one does not hide the others. */
const Leg = z.unknown().optional();

const LEGS = Object.fromEntries(Platform.options.map((platform) => [platform, Leg])) as Record<
  Platform,
  typeof Leg
>; // of all networks

const ENVELOPE = {
  status: z.unknown().optional(),
  errors: z.unknown().optional().describe('one entry for each network that failed'),
};

/** One object for each network, beside the envelope. */
const AnalyticsAnswer = z.looseObject({
  ...ENVELOPE,
  id: z.unknown().optional().describe('the requested id'),
  ...LEGS,
});

const definePlatforms = (valid: readonly Platform[]) => {
  const message = `must be networks out of ${valid.join(', ')}`;
  return z
    .array(
      Platform.refine((platform) => valid.includes(platform), message),
      message,
    )
    .min(1, message)
    .optional();
};

const Daily = z.boolean('must be true or false').optional();

const COMMON = {
  plans: Plan.options,
  action: 'analytics',
} as const;

const ACCOUNT_CODES = [101, 156, 161, 272, 326, 364, 416, 419, 423, 444, 475, 1415] as const;

/** @see docs/service/endpoints.md#analytics */
export const getPostAnalytics = {
  ...COMMON,
  method: 'POST',
  path: '/analytics/post',
  effect: 'none',
  isRead: true,
  sample: { body: { id: SAMPLE_POST_ID } },
  body: z
    .strictObject({
      id: AnyId.describe('Service Post ID, or Social Post ID with searchPlatformId'),
      platforms: definePlatforms(POST_ANALYTICS_PLATFORMS).describe('default: all networks of the post'),
      searchPlatformId: z
        .boolean('must be true or false')
        .optional()
        .describe("whether the id is the network's own; exactly one network is required then"),
      daily: Daily.describe('also what each day added (chosen)'),
    })
    .superRefine(({ platforms, searchPlatformId }, context) => {
      if (searchPlatformId !== true || platforms?.length === 1) return;
      const message = 'must be exactly one network with searchPlatformId';
      context.addIssue({ code: 'custom', path: ['platforms'], message });
    }),
  answer: AnalyticsAnswer,
  errors: [...ACCOUNT_CODES, 186, 288, 485],
} as const satisfies Endpoint;

const { min, max } = LIMITS.analyticsQuarters;
const QUARTERS = `must be a whole number from ${min} to ${max}`;

/** @see docs/service/endpoints.md#analytics */
export const getSocialAnalytics = {
  ...COMMON,
  method: 'POST',
  path: '/analytics/social',
  effect: 'none',
  isRead: true,
  sample: { body: {} },
  body: z.strictObject({
    platforms: definePlatforms(SOCIAL_ANALYTICS_PLATFORMS).describe('default: all linked networks'),
    quarters: z.int(QUARTERS).min(min, QUARTERS).max(max, QUARTERS).optional().describe('default: 1'),
    daily: Daily.describe('also the values of each day'),
  }),
  answer: AnalyticsAnswer,
  errors: [...ACCOUNT_CODES],
} as const satisfies Endpoint;
