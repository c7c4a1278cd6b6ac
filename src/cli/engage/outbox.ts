import * as z from 'zod';
import type { ControlAnswer } from '../../facts/control.ts';
import type { ListedDelivery } from '../../facts/delivery-control.ts';
import { formatEventName } from '../hooks/format-event-name.ts';
import type { SandboxControl } from '../sandbox-control.ts';
import { findActivity } from './find-activity.ts';

export const OutboxKind = z.enum(['dm', 'email', 'webhook']);
export type OutboxKind = z.infer<typeof OutboxKind>;

/** Something that the sandbox sent: what automations did, and what webhooks are told. */
export const OutboxItem = z.object({
  kind: OutboxKind,
  at: z.string(),
  profile: z.string().describe('alias of the profile that sent it'),
  to: z.string().describe('handle or id of a follower, an address, or the URL of a webhook'),
  state: z
    .enum(['received', 'dropped', 'queued', 'waiting', 'delivered', 'failed'])
    .describe(
      'of a DM: received, or dropped in silence; an email is queued; an event waits for an attempt, was delivered, or failed for good',
    ),
  subject: z.string().nullable().describe('of an email that has one'),
  text: z.string().describe('of a DM or email; of an event what it is called'),
  recipientId: z.string().nullable().describe('the follower that it is for, or about'),
  recipientUsername: z.string().nullable().describe('null where the sandbox does not know it'),
  channel: z.enum(['dm', 'private_reply']).nullable(),
  commentId: z.string().nullable().describe('of a private reply: the comment'),
  hookId: z.string().nullable(),
  event: z.looseObject({}).nullable().describe('of a webhook: the fields of the event'),
  attempts: z.int().nullable().describe('of a webhook: how many have begun'),
  lastError: z.string().nullable().describe('why the last attempt does not count as delivered'),
  nextAttempt: z.string().nullable().describe('when the next attempt is due'),
  requirement: z.string().nullable().describe('what a run has to bring before it'),
  activityId: z
    .string()
    .nullable()
    .describe('id of the row of activity that tells of it; null where no automation sent it'),
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

export function toMessageItem({
  key,
  profile,
  to,
  text,
  channel,
  commentId,
  at,
  dropped,
}: ControlListItem<'listInbox', 'messages'>): OutboxItem {
  const { id, username } = to;
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

export function toEmailItem({
  key,
  profile,
  to,
  subject,
  message,
  at,
}: ControlListItem<'listOutbox', 'emails'>): OutboxItem {
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

/** An effect is known by its row of activity and its action. */
function getActivityId(key: string): string {
  return key.slice(0, key.lastIndexOf(':'));
}

/** Adds whom an email or event is about, from the row of activity that it belongs to. */
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

type ControlListItem<
  N extends 'listInbox' | 'listOutbox',
  Key extends keyof ControlAnswer<N>,
> = ControlAnswer<N>[Key] extends readonly (infer Each)[] ? Each : never;
