import type {
  HeardDelivery,
  History,
  HistoryAttempt,
  HistoryDelivery,
  HistoryResult,
  HistoryRow,
} from './history.ts';
import { callbackText } from './receiver-plan.ts';

const MINUTE = 60_000;
const TEMPLATE = 'Here it is.';

/** A DM that says what is configured. */
export const dm = (fields: Partial<HistoryResult> = {}): HistoryResult => ({
  actionId: 'act_dm',
  type: 'send_dm',
  status: 'sent',
  errorDetails: null,
  messageSource: 'template',
  template: TEMPLATE,
  ...fields,
});
export const email = (): HistoryResult => ({
  ...dm({ actionId: 'act_mail', type: 'send_email' }),
  messageSource: null,
});
export const hook = (fields: Partial<HistoryResult> = {}): HistoryResult => ({
  ...dm({ actionId: 'act_hook', type: 'fire_webhook' }),
  messageSource: null,
  template: null,
  ...fields,
});

export const row = (event: string, fields: Partial<HistoryRow> = {}): HistoryRow => ({
  id: `auto_1:trg_1:${event}`,
  automationId: 'auto_1',
  eventId: event,
  recipientId: 'mara',
  status: 'sent',
  results: [dm(), email(), hook()],
  ...fields,
});
export const keyOf = (event: string, action: string) => `auto_1:trg_1:${event}:${action}`;

const delivery = (hookId: string, event: string, fields: Partial<HistoryDelivery> = {}): HistoryDelivery => ({
  hookId,
  type: 'automation.triggered',
  activityId: `auto_1:trg_1:${event}`,
  actionId: 'act_hook',
  state: 'delivered',
  ...fields,
});

export const attempt = (
  hookId: string,
  number: number,
  fields: Partial<HistoryAttempt> = {},
): HistoryAttempt => ({
  hookId,
  attempt: number,
  deliveryId: `${hookId}.${number}`,
  status: 200,
  error: null,
  ...fields,
});

/** Signed with the first secret, before there is a second one. */
export const heard = (
  hookId: string,
  number: number,
  fields: Partial<HeardDelivery> = {},
): HeardDelivery => ({
  hookId,
  deliveryId: `${hookId}.${number}`,
  attempt: number,
  type: 'automation.triggered',
  activityId: 'auto_1:trg_1:e1',
  actionId: 'act_hook',
  timeStamp: 100,
  signed: { main: 'first', second: 'none', at: 100 },
  way: 'ok',
  ...fields,
});

const LOST = { status: null, error: 'connection lost' };
const SCHEDULE = Array.from({ length: 13 }, (_, number) => attempt('h3', number, LOST));

/**
 * Mara comments, and again within the hour; Ben once, in the middle of a kill. One webhook arrives at the third
 * attempt: the receiver took the second one, too, from a process that died of it. One is refused, one never arrives.
 */
export const GOOD: History = {
  offered: 4,
  accepted: [
    { eventId: 'e1', dispatches: ['auto_1:trg_1:e1'] },
    { eventId: 'e2', dispatches: ['auto_1:trg_1:e2'] },
    { eventId: 'e4', dispatches: [] },
  ],
  planned: ['p1'],
  kills: 2,
  integrity: ['ok', 'ok'],
  looks: [
    {
      sinceRestartMs: 400,
      rows: [
        { id: 'auto_1:trg_1:e1', status: 'sent', dueForMs: 60_000 },
        { id: 'auto_1:trg_1:e2', status: 'in_flight', dueForMs: 20_000 },
      ],
      lateDeliveries: [],
    },
    {
      sinceRestartMs: 10_000,
      rows: [
        { id: 'auto_1:trg_1:e1', status: 'sent', dueForMs: 70_000 },
        { id: 'auto_1:trg_1:e2', status: 'sent', dueForMs: 30_000 },
        { id: 'auto_1:trg_1:e3', status: 'pending', dueForMs: 9_000 },
      ],
      lateDeliveries: [],
    },
  ],
  rows: [
    row('e1', { results: [dm({ messageSource: 'callback' }), email(), hook()] }),
    row('e2', {
      results: [
        dm({ status: 'deduplicated', messageSource: null }),
        email(),
        hook({ status: 'failed', errorDetails: 'none' }),
      ],
    }),
    row('e3', {
      recipientId: 'ben',
      results: [
        dm({
          status: 'failed',
          errorDetails: 'outcome unknown: the process died; status 503',
          messageSource: 'fallback',
        }),
        email(),
        hook(),
      ],
    }),
  ],
  messages: [
    { key: keyOf('e1', 'act_dm'), at: 0, text: callbackText(keyOf('e1', 'act_dm')) },
    { key: keyOf('e3', 'act_dm'), at: 0, text: TEMPLATE },
  ],
  emails: [
    { key: keyOf('e1', 'act_mail'), at: 0 },
    { key: keyOf('e2', 'act_mail'), at: 10 * MINUTE },
    { key: keyOf('e3', 'act_mail'), at: 0 },
  ],
  deliveries: [
    delivery('h1', 'e1'),
    delivery('h2', 'e1', { type: 'automation.completed', actionId: null, state: 'failed' }),
    delivery('h3', 'e3', { state: 'failed' }),
    delivery('h4', 'e3'),
  ],
  attempts: [
    attempt('h1', 0, { status: 503, error: 'status 503' }),
    attempt('h1', 1, { status: null, error: 'interrupted' }),
    attempt('h1', 2),
    attempt('h2', 0, { status: 404, error: 'status 404' }),
    ...SCHEDULE,
    attempt('h4', 0),
  ],
  callbacks: [
    { key: keyOf('e1', 'act_dm'), state: 'answered', message: callbackText(keyOf('e1', 'act_dm')) },
    { key: keyOf('e3', 'act_dm'), state: 'answered', message: null },
  ],
  posts: [
    { id: 'p1', platforms: ['facebook', 'tiktok'], copies: ['tiktok'], refused: ['facebook'], isOpen: false },
    { id: 'p2', platforms: ['facebook'], copies: ['facebook'], refused: [], isOpen: false },
  ],
  heard: {
    deliveries: [
      heard('h1', 0, { way: 'status 503' }),
      heard('h4', 0, { way: 'too much' }),
      heard('h1', 1),
      heard('h2', 0, { way: 'status 404', type: 'automation.completed', actionId: null }),
      heard('h1', 2, { timeStamp: 200, signed: { main: 'first', second: 'second', at: 200 } }),
    ],
    callbacks: [
      {
        key: keyOf('e1', 'act_dm'),
        timeStamp: 100,
        signed: { main: 'first', second: 'none', at: 100 },
        way: 'drip',
      },
      {
        key: keyOf('e3', 'act_dm'),
        timeStamp: 200 + 86_400,
        signed: { main: 'second', second: 'none', at: 200 + 86_400 },
        way: 'status 503',
      },
    ],
    strays: [],
  },
  secrets: [
    { name: 'first', since: 0 },
    { name: 'second', since: 200 },
  ],
  windows: { act_dm: 60, act_mail: 10, act_hook: 0 },
};
