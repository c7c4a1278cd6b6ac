import * as z from 'zod';
import { formatEventName } from '../../../domain/webhooks/event-name.ts';
import type { ControlAnswer } from '../../../service/control/control.ts';
import type { ListedDelivery } from '../../../service/control/deliveries.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { getStartTime, type Since } from '../../framework/input/time/since.ts';
import { findActivity } from '../automations/activity/activity-list.ts';
import { resolveProfile } from './account-input.ts';

export const OutboxKind = z.enum(['dm', 'email', 'webhook']);
export type OutboxKind = z.infer<typeof OutboxKind>;

/** Something that the sandbox sent: DMs, emails and webhook events. */
export const OutboxItem = z.object({
  kind: OutboxKind,
  at: z.string(),
  profile: z.string().describe('alias of the sending profile'),
  to: z.string().describe('handle or id of a person, email address, or URL of a webhook'),
  state: z
    .enum(['received', 'dropped', 'queued', 'waiting', 'delivered', 'failed'])
    .describe('DM: received, or dropped silently; email: queued; webhook: waiting, delivered or failed'),
  subject: z.string().nullable().describe('subject of an email, if it has one'),
  text: z.string().describe('text of a DM or email, or name of a webhook event'),
  recipientId: z.string().nullable().describe('id of the person that it is for or about'),
  recipientUsername: z.string().nullable().describe('null if unknown to the sandbox'),
  channel: z.enum(['dm', 'private_reply']).nullable(),
  commentId: z.string().nullable().describe('comment that a private reply answers'),
  hookId: z.string().nullable(),
  event: z.looseObject({}).nullable().describe('fields of a webhook event'),
  attempts: z.int().nullable().describe('number of attempts that have begun, for a webhook'),
  lastError: z.string().nullable().describe('why the last attempt is not delivered'),
  nextAttempt: z.string().nullable().describe('time of the next attempt'),
  requirement: z.string().nullable().describe('what the next attempt requires'),
  activityId: z.string().nullable().describe('id of the activity; null if it was not sent by an automation'),
});
export type OutboxItem = z.infer<typeof OutboxItem>;

const NOTHING = {
  subject: null,
  recipientId: null,
  recipientUsername: null,
  channel: null,
  commentId: null,
  hookId: null,
  event: null,
  attempts: null,
  lastError: null,
  nextAttempt: null,
  requirement: null,
} as const;

export function toMessageItem(message: ControlAnswer<'listInbox'>['messages'][number]): OutboxItem {
  const { key, profile, text, channel, commentId, at, dropped } = message;
  const { id, username } = message.to;
  return {
    ...NOTHING,
    kind: 'dm',
    at,
    profile,
    to: username ?? id,
    state: dropped ? 'dropped' : 'received',
    text,
    recipientId: id,
    recipientUsername: username,
    channel,
    commentId,
    activityId: getActivityId(key),
  };
}

export function toEmailItem(email: ControlAnswer<'listOutbox'>['emails'][number]): OutboxItem {
  const { key, profile, to, subject, message, at } = email;
  return {
    ...NOTHING,
    kind: 'email',
    at,
    profile,
    to,
    state: 'queued',
    subject,
    text: message,
    activityId: getActivityId(key),
  };
}

export function toWebhookItem(delivery: ListedDelivery): OutboxItem {
  const { hookId, profile, action, type, url, state, created, event } = delivery;
  const { attempts, lastError, nextAttempt, requirement } = delivery;
  const activityId = event['activityId'];
  return {
    ...NOTHING,
    kind: 'webhook',
    at: created,
    profile,
    to: url,
    state,
    text: formatEventName({ action, kind: type }),
    hookId,
    event,
    attempts,
    lastError,
    nextAttempt,
    requirement,
    activityId: typeof activityId === 'string' ? activityId : null,
  };
}

/** The key of an effect is its row of activity and its action. */
function getActivityId(key: string): string | null {
  return OWN_KEY.test(key) ? null : key.slice(0, key.lastIndexOf(':'));
}

/** Of a message that a request sent, and of the automatic reply. */
const OWN_KEY = /^(?:message|auto):/;

/** Adds the recipients of emails and events, from their rows of activity. */
export async function addRecipients(
  sent: readonly OutboxItem[],
  control: Pick<SandboxControl, 'call'>,
): Promise<readonly OutboxItem[]> {
  const ids = sent.flatMap(({ recipientId, activityId }) => (recipientId === null ? (activityId ?? []) : []));
  if (ids.length === 0) return sent;
  const { activity, names } = await findActivity(control, [...new Set(ids)]);
  const rows = new Map(activity.map((row) => [row.id, row]));
  return sent.map((each) => {
    if (each.recipientId !== null || each.activityId === null) return each;
    const row = rows.get(each.activityId);
    const recipientId = row?.recipientId ?? null;
    return {
      ...each,
      recipientId,
      recipientUsername: row?.recipientUsername ?? names[recipientId ?? ''] ?? null,
    };
  });
}

/** Selects items of an outbox. */
export interface OutboxFilter {
  readonly kind?: OutboxKind | undefined;
  /** Handle or id of a person. */
  readonly recipient?: string | undefined;
  /** Alias of a profile; `none` is the primary one. */
  readonly profile?: string | undefined;
  readonly since?: Since | undefined;
}

/** Creates a predicate. @param now the sandbox's time in milliseconds since 1970 */
export function createOutboxMatcher(
  { kind, recipient, profile, since }: OutboxFilter,
  now: number,
): (sent: OutboxItem) => boolean {
  const who = recipient?.replace(/^@/, '').toLowerCase();
  const from = profile === undefined ? undefined : resolveProfile(profile);
  const earliest = getStartTime(since, now);
  return (sent) =>
    (kind === undefined || sent.kind === kind) &&
    (who === undefined || isFor(sent, who)) &&
    (from === undefined || sent.profile === from) &&
    Date.parse(sent.at) >= earliest;
}

function isFor({ recipientId, recipientUsername }: OutboxItem, who: string): boolean {
  return recipientId === who || recipientUsername?.toLowerCase() === who;
}
