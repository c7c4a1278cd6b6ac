import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../webhooks.ts';
import { type ControlCall, PageMeta, PageQuery, RowCursor } from './call.ts';

const PROFILE = z.string().default('primary').describe('alias of the profile');

// Object.keys loses the literal key types; the table is not empty.
const ACTIONS = Object.keys(WEBHOOK_ACTIONS) as [WebhookAction, ...WebhookAction[]];

export const ListedDelivery = z.object({
  hookId: z.string().describe('the same for all attempts'),
  profile: z.string().describe('alias of the profile of the event'),
  action: z.string(),
  type: z.string().nullable().describe('`subAction` or `type` of the event; null for one without a kind'),
  url: z.string(),
  address: z.string().describe('host and port of the url'),
  state: z.enum(['waiting', 'delivered', 'failed']).describe('waiting: another attempt is scheduled'),
  created: z.string(),
  attempts: z.int().describe('number of attempts that have started'),
  lastStatus: z.int().nullable().describe('HTTP status of the last attempt that is over'),
  lastError: z.string().nullable().describe('why it does not count as delivered'),
  nextAttempt: z
    .string()
    .nullable()
    .describe(
      'when the next attempt is due; null when there is none, while one is in flight, or while it awaits something',
    ),
  requirement: z
    .string()
    .nullable()
    .describe('what a run must provide before the next attempt; null for nothing'),
  event: z.looseObject({}).describe('fields of the event; the rest of the body is built for each attempt'),
});
export type ListedDelivery = z.infer<typeof ListedDelivery>;

/** Control calls for webhook deliveries. @see {@link CONTROL} */
export const DELIVERY_CONTROL = {
  listDeliveries: {
    method: 'GET',
    path: '/_sandbox/deliveries',
    input: PageQuery,
    answer: z.object({
      deliveries: z.array(ListedDelivery.extend({ cursor: RowCursor })),
      meta: PageMeta,
    }),
  },
  findDeliveries: {
    method: 'POST',
    path: '/_sandbox/deliveries/find',
    input: z.strictObject({
      hookIds: z.array(z.string()).max(ASSUMED.controlPageRows.max).describe('ids of deliveries'),
    }),
    answer: z.object({
      deliveries: z.array(ListedDelivery).describe('those that exist, in the order of the ids'),
      remaining: z.array(z.string()).describe('ids that did not fit into this answer'),
    }),
  },
  redeliver: {
    method: 'POST',
    path: '/_sandbox/deliveries/redeliver',
    input: z.strictObject({
      hookId: z.string().describe('of the delivery that is to be attempted now, whatever its result'),
    }),
    answer: z.object({ delivery: ListedDelivery }),
  },
  triggerEvent: {
    method: 'POST',
    path: '/_sandbox/events',
    input: z.strictObject({
      profile: PROFILE,
      action: z.enum(ACTIONS),
      event: z.looseObject({}).describe('fields of the event, without the envelope'),
    }),
    answer: z.object({
      delivery: ListedDelivery.nullable().describe('null if there is no receiver'),
      reason: z.string().nullable().describe('then why, in words for people'),
    }),
  },
  setWebhookSecret: {
    method: 'PUT',
    path: '/_sandbox/webhook-secret',
    input: z.strictObject({
      profile: PROFILE,
      secret: z
        .string()
        .regex(/\S/, 'must not be blank')
        .optional()
        .describe('new secret; the previous one keeps signing for a while'),
      isReadable: z
        .boolean()
        .optional()
        .describe('false: the service cannot read it, so nothing is sent for the profile'),
    }),
    answer: z.object({
      profile: z.string(),
      isReadable: z.boolean(),
      previousValidUntil: z
        .string()
        .nullable()
        .describe('when the previous secret stops signing; null for none'),
    }),
  },
} as const satisfies Record<string, ControlCall>;
