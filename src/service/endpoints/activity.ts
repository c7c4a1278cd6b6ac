import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { AutomationId } from '../ids.ts';
import { PLANS_WITH_AUTOMATIONS } from '../plans.ts';
import { Timestamp } from '../times.ts';

interface StateFact {
  meaning: string;
  /** Whether the status is final. @see docs/service/engine.md#ENG-11 */
  isTerminal: boolean;
}

/** The states of a dispatch and of each of its actions. @see docs/service/engine.md#states */
export const ACTIVITY_STATES = {
  pending: { meaning: 'scheduled: runs 20 to 60 seconds after the event', isTerminal: false },
  in_flight: { meaning: 'its actions are running', isTerminal: false },
  sent: { meaning: 'an action was accepted; for a DM this does not mean delivered', isTerminal: true },
  failed: { meaning: 'no action was accepted, and one was refused or could not run', isTerminal: true },
  auth_error: { meaning: 'the credentials or messaging permissions are not usable', isTerminal: true },
  rate_limited: { meaning: 'the daily cap of DMs was reached; none was sent', isTerminal: true },
  deduplicated: {
    meaning: 'this person was already answered; the automation answers each person once in its dedup window',
    isTerminal: true,
  },
  skipped: {
    meaning: 'suppressed before it ran: inactive, deleted, without actions, or from your own account',
    isTerminal: true,
  },
} as const satisfies Record<string, StateFact>;

export const ActivityStatus = z.enum([
  'pending',
  'in_flight',
  'sent',
  'failed',
  'auth_error',
  'rate_limited',
  'deduplicated',
  'skipped',
] satisfies readonly (keyof typeof ACTIVITY_STATES)[]);
export type ActivityStatus = z.infer<typeof ActivityStatus>;

/** The final state of a dispatch or of one of its actions. */
export type TerminalStatus = {
  [S in ActivityStatus]: (typeof ACTIVITY_STATES)[S]['isTerminal'] extends true ? S : never;
}[ActivityStatus];

/** Replaces a value that must not be recorded. @see docs/service/activity.md#ACT-08 */
export const REDACTED = '[redacted]';

/**
 * The source of a DM's text; absent if the action stopped before it was determined.
 *
 * @see docs/service/activity.md#row
 */
export const MessageSource = z.enum(['template', 'callback', 'fallback']);
export type MessageSource = z.infer<typeof MessageSource>;

const Text = z.string().nullish();

/** The result of one action of a dispatch. @see docs/service/activity.md#row, #ACT-11 */
export const ActionResult = z.looseObject({
  actionId: z.string(),
  type: z.string().describe('send_dm, fire_webhook or send_email'),
  status: z.string().describe('one of the statuses of a row'),
  errorDetails: Text,
  messageSource: z
    .string()
    .optional()
    .describe(
      'of a DM: template, callback or fallback; absent if the action stopped before it was determined',
    ),
  sent: z
    .looseObject({})
    .optional()
    .describe('what was sent, with [redacted] for secrets; absent if nothing was sent'),
  truncated: z.boolean().optional().describe('whether a text was truncated'),
  completedAt: Timestamp,
});
export type ActionResult = z.infer<typeof ActionResult>;

/**
 * One dispatch of an automation. `commentId`, `postId` and `storyId` are null if the trigger has none, and absent on
 * older rows.
 *
 * @see docs/service/activity.md#row, #ACT-06, #ACT-10
 */
export const ActivityRow = z.looseObject({
  id: z.string().describe('<automation>:<trigger>:<event>'),
  automationId: Text,
  triggerId: Text,
  triggerType: Text,
  eventId: Text.describe("the network's id of the engagement"),
  platform: Text,
  recipientId: Text,
  recipientUsername: Text,
  status: z.string().describe(ActivityStatus.options.join(', ')),
  errorDetails: Text,
  keyword: Text,
  commentText: Text,
  commentId: Text,
  postId: Text,
  storyId: Text,
  actionResults: z.array(ActionResult).nullish(),
  created: Timestamp.describe('when the trigger matched'),
  completedAt: Timestamp.describe('when the dispatch finished; null before'),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

const Place = {
  next: z.string().nullish().describe('cursor of the next page; null on the last one'),
  hasMore: z.boolean().nullish(),
};

/**
 * A page of activity, newest first. Older services put `next` and `hasMore` directly in `meta`.
 *
 * @see docs/service/activity.md#row
 */
export const ActivityAnswer = z.looseObject({
  automationId: Text,
  activity: z.array(ActivityRow),
  meta: z
    .looseObject({
      pagination: z.looseObject({ ...Place, limit: z.number().nullish() }).nullish(),
      ...Place,
    })
    .nullish(),
});
export type ActivityAnswer = z.infer<typeof ActivityAnswer>;

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
  effect: 'none',
  sample: { params: { id: 'auto_unknown' } },
  params: z.strictObject({ id: AutomationId }),
  query: z.strictObject({
    limit: ActivityLimit.optional(),
    next: z.string().optional().describe('cursor of the page: `meta.pagination.next` of the previous one'),
  }),
  answer: ActivityAnswer,
  plans: PLANS_WITH_AUTOMATIONS,
  withoutPlan: 468,
  refusesUnknown: true,
  action: 'automation',
  errors: [468, 469, 472],
} as const satisfies Endpoint;
