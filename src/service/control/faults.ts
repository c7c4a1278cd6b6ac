import * as z from 'zod';
import type { EndpointName } from '../endpoints.ts';
import { ERRORS } from '../errors.ts';
import {
  AUDIO_PLATFORM,
  AUTOMATION_PLATFORM,
  COMMENTING_PLATFORMS,
  CommentPlatform,
  DELETING_PLATFORMS,
  PLATFORMS,
  Platform,
  POST_ANALYTICS_PLATFORMS,
  REPLYING_PLATFORMS,
  SOCIAL_ANALYTICS_PLATFORMS,
} from '../platforms.ts';
import { ROUTES } from '../routes/routes.ts';

// Object.keys loses the literal key types; the table is not empty.
const ENDPOINT_NAMES = Object.keys(ROUTES) as [EndpointName, ...EndpointName[]];

/**
 * Where a fault can be injected: an endpoint, a DM of an automation, or the return from a network to the page of a
 * link session.
 */
const FAULT_POINTS = [...ENDPOINT_NAMES, 'sendDm', 'linkCallback'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** @see docs/service/engine.md#ENG-13 */
const RESERVED = 489;

/** Codes with variants, and the names of these. */
const VARIANTS = Object.entries(ERRORS)
  .flatMap(([code, fact]) => Object.keys(fact?.variants ?? {}).map((variant) => `${variant} of ${code}`))
  .join(', ');

export const NewFault = z.strictObject({
  code: z
    .int()
    .refine((code) => Object.hasOwn(ERRORS, code), {
      error: ({ input }) => `must be a code of the catalogue${describeHttpStatus(Number(input))}`,
    })
    .refine((code) => ERRORS[code]?.class !== 'ok', 'is a warning or an empty result, not a failure')
    .refine((code) => code !== RESERVED, 'is reserved: the service never returns it')
    .describe('error code to return'),
  network: Platform.optional().describe(
    'only the part of a request for this network (default: the whole request)',
  ),
  endpoint: z
    .enum(FAULT_POINTS)
    .optional()
    .describe('only this API call, sendDm (automation DMs) or linkCallback (default: all)'),
  count: z.int().min(1).optional().describe('number of failures (default: until cleared)'),
  variant: z.string().optional().describe(`variant of the error (${VARIANTS})`),
  probability: z.number().gt(0).lte(1).optional().describe('probability of each failure (default: always)'),
});
export type NewFault = z.infer<typeof NewFault>;

/** For an HTTP status given in place of a code, suggests codes with that status, the service's own first. */
function describeHttpStatus(http: number): string {
  const all = Object.entries(ERRORS).flatMap(([code, fact]) => (fact?.http === http ? [Number(code)] : []));
  const codes = [...all.filter((code) => code > 1_000), ...all.filter((code) => code < 1_000)];
  return codes.length === 0 ? '' : `; ${http} is an HTTP status, used by ${codes.slice(0, 3).join(', ')}`;
}

/** The networks that each endpoint calls; endpoints not listed call none. */
const NETWORKS_BY_ENDPOINT: Readonly<Partial<Record<FaultPoint, readonly Platform[]>>> = {
  getComments: CommentPlatform.options,
  createComment: COMMENTING_PLATFORMS,
  replyToComment: REPLYING_PLATFORMS,
  deleteComments: DELETING_PLATFORMS,
  searchAudio: [AUDIO_PLATFORM],
  getAudio: [AUDIO_PLATFORM],
  createPost: Platform.options,
  deletePost: Platform.options.filter((platform) => PLATFORMS[platform].deletesPublished !== 'never'),
  getPlatformHistory: Platform.options,
  getPostAnalytics: POST_ANALYTICS_PLATFORMS,
  getSocialAnalytics: SOCIAL_ANALYTICS_PLATFORMS,
  sendDm: [AUTOMATION_PLATFORM],
  linkCallback: Platform.options,
};

/** The codes that a DM can fail with: those of private replies, and an unusable link. */
const DM_CODES = { first: 490, last: 495, others: [161] } as const;

function canFailDm(code: number): boolean {
  const { first, last, others } = DM_CODES;
  return (code >= first && code <= last) || others.some((each) => each === code);
}

/** A fault that can occur: the endpoint calls the network, and a DM can fail with the code. */
export const PossibleFault = NewFault.superRefine(({ code, network, endpoint, variant }, context) => {
  if (endpoint === 'sendDm' && !canFailDm(code)) {
    const { first, last, others } = DM_CODES;
    const message = `must be ${first} to ${last} or ${others.join(', ')} with sendDm: a DM cannot fail with any other code`;
    context.addIssue({ code: 'custom', path: ['code'], message });
  }
  if (variant !== undefined && !Object.hasOwn(ERRORS[code]?.variants ?? {}, variant)) {
    const message = `is not a variant of ${code}: valid are ${VARIANTS}`;
    context.addIssue({ code: 'custom', path: ['variant'], message });
  }
  if (network === undefined || endpoint === undefined) return;
  const asked = NETWORKS_BY_ENDPOINT[endpoint] ?? [];
  if (asked.includes(network)) return;
  const instead = asked.length === 0 ? 'no network at all' : `only ${asked.join(', ')}`;
  const message = `cannot be ${network} with ${endpoint}, which calls ${instead}`;
  context.addIssue({ code: 'custom', path: ['network'], message });
});

export const Fault = z.object({
  id: z.int(),
  code: z.int(),
  network: Platform.nullable(),
  endpoint: z.enum(FAULT_POINTS).nullable(),
  remaining: z.int().nullable().describe('failures left; null for no limit'),
  probability: z.number(),
  variant: z.string().nullable().describe('variant of the error; null for the usual one'),
});
export type Fault = z.infer<typeof Fault>;
