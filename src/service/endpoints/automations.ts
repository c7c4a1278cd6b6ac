import * as z from 'zod';
import { Action } from '../actions.ts';
import type { Endpoint } from '../endpoint.ts';
import { AutomationId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { PLANS_WITH_AUTOMATIONS } from '../plans.ts';
import { AUTOMATION_PLATFORM } from '../platforms.ts';
import { Timestamp } from '../times.ts';
import { Trigger } from '../triggers.ts';

const Platform = z.literal(AUTOMATION_PLATFORM);
const Name = z.string().regex(/\S/, 'must not be blank');
const describeEntryCount = ({ min, max }: { min: number; max: number }) =>
  `must have ${min} to ${max} entries`;
const Triggers = z
  .array(Trigger)
  .min(LIMITS.triggers.min, describeEntryCount(LIMITS.triggers))
  .max(LIMITS.triggers.max, describeEntryCount(LIMITS.triggers));
const Actions = z
  .array(Action)
  .min(LIMITS.actions.min, describeEntryCount(LIMITS.actions))
  .max(LIMITS.actions.max, describeEntryCount(LIMITS.actions));

/**
 * An automation in the flat form that create and update accept.
 *
 * @see docs/service/automations.md#create, #AUT-01 to #AUT-12
 */
export const NewAutomation = z.strictObject({
  platform: Platform.optional().describe('network of its events (default: instagram)'),
  name: Name.optional().describe('name (default: chosen by the service)'),
  description: z.string().optional(),
  triggers: Triggers.describe('triggers; any of them fires it'),
  actions: Actions.describe('actions, run in order'),
});
export type NewAutomation = z.infer<typeof NewAutomation>;

/** Changes to an automation; an array is replaced as a whole. @see docs/service/automations.md#update, #AUT-16 */
export const AutomationUpdate = z
  .strictObject({
    name: Name,
    description: z.string(),
    active: z.boolean(),
    triggers: Triggers,
    actions: Actions,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'there is nothing to update');
export type AutomationUpdate = z.infer<typeof AutomationUpdate>;

/** An automation as listed. @see docs/service/automations.md#list */
export const AutomationSummary = z.looseObject({
  id: z.string(),
  platform: z.string().nullish(),
  accountId: z.string().nullish().describe('the Instagram account it listens to'),
  name: z.string().nullish(),
  description: z.string().nullish(),
  active: z.boolean(),
  stats: z
    .looseObject({
      totalSent: z.number().nullish().describe('activity rows with status sent'),
      totalFailed: z.number().nullish().describe('activity rows with status failed or auth_error'),
      lastTriggeredAt: Timestamp,
      lastSentAt: Timestamp,
    })
    .nullish(),
  created: Timestamp,
  updated: Timestamp,
});
export type AutomationSummary = z.infer<typeof AutomationSummary>;

/**
 * A stored trigger or action, with the fields as they were sent: under `config`, beside `type`, or both.
 *
 * @see docs/service/automations.md#get
 */
export const StoredEntry = z.looseObject({
  id: z.string().nullish(),
  type: z.string(),
  active: z.boolean().nullish(),
  config: z.looseObject({}).nullish(),
});
export type StoredEntry = z.infer<typeof StoredEntry>;

/** A complete automation. @see docs/service/automations.md#get */
export const AutomationRecord = AutomationSummary.extend({
  triggers: z.array(StoredEntry),
  actions: z.array(StoredEntry),
});
export type AutomationRecord = z.infer<typeof AutomationRecord>;

/**
 * The answer to creating an automation: at least its id, or the whole record.
 *
 * @see docs/service/automations.md#create
 */
export const AutomationCreated = z.looseObject({ id: z.string() });

/** The answer to updating or deleting an automation. @see docs/service/automations.md#update, #validation */
export const AutomationChanged = z.looseObject({ id: z.string().nullish() });

export const AutomationsAnswer = z.looseObject({
  automations: z.array(
    AutomationSummary.extend({
      triggers: z.array(StoredEntry).nullish(),
      actions: z.array(StoredEntry).nullish(),
    }),
  ),
});

const COMMON = {
  plans: PLANS_WITH_AUTOMATIONS,
  withoutPlan: 468,
  action: 'automation',
  refusesUnknown: true,
} as const;
const params = z.strictObject({ id: AutomationId });

export const createAutomation = {
  ...COMMON,
  method: 'POST',
  path: '/automations',
  effect: 'publish',
  sample: {
    body: {
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
      actions: [{ type: 'send_dm', message: 'Here it is.' }],
    },
  },
  body: NewAutomation,
  invalidBody: 473,
  answer: AutomationCreated,
  errors: [468, 470, 471, 472, 473],
} as const satisfies Endpoint;

export const listAutomations = {
  ...COMMON,
  method: 'GET',
  path: '/automations',
  effect: 'none',
  sample: {},
  query: z.strictObject({ platform: z.string().optional().describe('only instagram is supported') }),
  answer: AutomationsAnswer,
  errors: [468, 472, 473],
} as const satisfies Endpoint;

export const getAutomation = {
  ...COMMON,
  method: 'GET',
  path: '/automations/{id}',
  effect: 'none',
  sample: { params: { id: 'auto_unknown' } },
  params,
  answer: AutomationRecord,
  errors: [468, 469, 472],
} as const satisfies Endpoint;

export const updateAutomation = {
  ...COMMON,
  method: 'PUT',
  path: '/automations/{id}',
  effect: 'publish',
  sample: { params: { id: 'auto_unknown' }, body: { active: false } },
  params,
  body: AutomationUpdate,
  invalidBody: 473,
  answer: AutomationChanged,
  errors: [468, 469, 470, 471, 472, 473],
} as const satisfies Endpoint;

export const deleteAutomation = {
  ...COMMON,
  method: 'DELETE',
  path: '/automations/{id}',
  effect: 'delete',
  sample: { params: { id: 'auto_unknown' } },
  params,
  answer: AutomationChanged,
  errors: [468, 469, 472],
} as const satisfies Endpoint;
