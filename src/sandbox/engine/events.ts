import type { Engagement } from '../../service/engagement.ts';
import { AUTOMATION_PLATFORM, MessagePlatform, type Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { CachedReads, EventSubject } from '../cached-reads.ts';
import { generateHookId, type Random } from '../generate-ids.ts';
import { type DmRequest, getSentMessageId } from '../networks/instagram-messages.ts';
import type { NetworkUser } from '../networks/network-comment.ts';
import { findNetworkUserById } from '../store/comments.ts';
import { insertDelivery } from '../store/outbound/deliveries.ts';
import type { Webhook } from '../store/outbound/webhooks.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import { findSocialPost } from '../store/social-posts.ts';
import { findWebhook } from '../webhooks.ts';
import type { DispatchContext } from './dispatcher/context.ts';

type EventKeyPrefix =
  | 'triggered'
  | 'completed'
  | 'message'
  | 'sent'
  | 'comment'
  | 'feed'
  | 'scheduled'
  | 'tikTokPublished';

interface DeliveryEvent extends EventSubject {
  /**
   * Idempotency key with its kind first: a second event with the same key is not enqueued. Null for events that
   * cannot repeat.
   */
  key: `${EventKeyPrefix}:${string}` | null;
  /** The event's own fields; the rest of the body is built for each attempt. */
  event: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds since 1970. */
  at: number;
}

export type EnqueueContext = { store: Database; random: Random };

/**
 * Enqueues a delivery when a webhook is registered for the event. The caller holds the transaction.
 *
 * @returns the hook id; null when no webhook is registered
 */
export function enqueueEvent(
  context: EnqueueContext,
  event: DeliveryEvent,
  webhook = findWebhook(context.store, event),
): string | null {
  return webhook && enqueueDelivery(context, webhook, event);
}

/** Enqueues a delivery to a known webhook. @returns the hook id */
function enqueueDelivery(
  { store, random }: EnqueueContext,
  { url, profile: owner }: Webhook,
  { profile, action, key, event, at }: DeliveryEvent,
): string {
  const hookId = generateHookId(random);
  const known = key ?? `once:${hookId}`;
  insertDelivery(store, { hookId, key: known, profile, owner, action, url, event, created: at });
  return hookId;
}

const platform = AUTOMATION_PLATFORM;

/**
 * Enqueues the webhook event of an incoming message or comment, whether or not an automation matches. Every
 * engagement passes here, so nothing else is read when no webhook is registered. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueIncoming(
  { store, random }: EnqueueContext,
  reads: CachedReads,
  { account, engagement, received }: { account: NetworkAccount; engagement: Engagement; received: number },
): void {
  const isComment = 'commentId' in engagement;
  const { profile } = account;
  const action = isComment ? 'comments' : 'messages';
  const webhook = reads.webhook({ profile, action });
  if (webhook === null) return;
  const event = isComment
    ? buildIncomingComment(store, engagement)
    : buildIncomingMessage(store, account, engagement);
  const key = `${isComment ? 'comment' : 'message'}:${account.id}:${engagement.eventId}` as const;
  enqueueDelivery({ store, random }, webhook, { profile, action, key, event, at: received });
}

type CommentEngagement = Extract<Engagement, { commentId: string }>;

/** Ours: Instagram's terms. */
const MEDIA_TYPES = { post: 'FEED', reel: 'REELS', story: 'STORY' } as const;

/** Builds the fields of a `comments` event. @see docs/service/webhooks.md#envelope, #HOOK-25 */
function buildIncomingComment(store: Database, engagement: CommentEngagement) {
  const { commentId: id, text, from } = engagement;
  const mediaId = engagement.kind === 'comment' ? engagement.postId : engagement.storyId;
  const post = findSocialPost(store, platform, mediaId);
  if (post === undefined) throw new Error('a comment without its post');
  return {
    postId: post.postId,
    id,
    text,
    from: { id: from.id, username: from.username },
    media: { id: mediaId, type: MEDIA_TYPES[post.kind] },
  };
}

type MessageEngagement = Exclude<Engagement, CommentEngagement>;

/**
 * A reaction is reported under its own id, not that of the message: receivers deduplicate by id and kind, and two
 * reactions to one message are two events. An engagement by the account itself has the type `sent`.
 */
function buildIncomingMessage(store: Database, account: NetworkAccount, engagement: MessageEngagement) {
  const { kind, from, eventId: id } = engagement;
  const isOwn = from.id === account.id;
  const platform = MessagePlatform.parse(account.platform);
  const person = findNetworkUserById(store, platform, from.id);
  const name = isOwn ? account.displayName : (person?.name ?? null);
  return buildMessageEvent({
    subAction: kind === 'reaction' ? 'reactionCreated' : 'messageCreated',
    type: isOwn ? 'sent' : 'received',
    id,
    platform,
    message: kind === 'reaction' ? engagement.emoji : engagement.text,
    conversationId: createConversationId(account.id, from.id),
    sender: { id: from.id, name, username: person?.handle ?? from.username },
    recipientId: account.id,
  });
}

/**
 * Enqueues the event of a DM that the network accepted. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueSentDm(
  { store, random, reads, automation, now }: DispatchContext,
  order: DmRequest,
): void {
  const subject = { profile: automation.profile, action: 'messages' } as const;
  const webhook = reads.webhook(subject);
  if (webhook === null) return;
  const account = reads.account(automation.profile);
  const event = buildSentMessage({ platform, account }, order);
  enqueueDelivery({ store, random }, webhook, { ...subject, key: `sent:${order.key}`, event, at: now });
}

/** A message that an account sent. An empty text is that of a message with media only. */
type SentMessage = Pick<DmRequest, 'key' | 'accountId' | 'recipientId' | 'text'>;

/**
 * Enqueues the event of a message that a request or the automatic reply sent. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueSentMessage(
  context: EnqueueContext,
  { account, message, at }: { account: NetworkAccount; message: SentMessage; at: number },
): void {
  const event = buildSentMessage({ platform: account.platform, account }, message);
  const { profile } = account;
  enqueueEvent(context, { profile, action: 'messages', key: `sent:${message.key}`, event, at });
}

/**
 * Enqueues the event of a person who read the messages of an account. The caller holds the transaction.
 *
 * @returns the hook id; null when no webhook is registered
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueMessagesRead(
  context: EnqueueContext,
  { account, person, at }: { account: NetworkAccount; person: NetworkUser; at: number },
): string | null {
  const { id } = person;
  const event = buildMessageEvent({
    subAction: 'messageRead',
    type: 'received',
    platform: account.platform,
    message: null,
    conversationId: createConversationId(account.id, id),
    sender: { id, name: person.name, username: person.handle },
    recipientId: account.id,
  });
  return enqueueEvent(context, { profile: account.profile, action: 'messages', key: null, event, at });
}

function buildSentMessage(
  { platform, account }: { platform: Platform; account: NetworkAccount | undefined },
  { key, accountId, recipientId, text }: SentMessage,
) {
  return buildMessageEvent({
    subAction: 'messageCreated',
    type: 'sent',
    id: getSentMessageId(key),
    platform,
    message: text === '' ? null : text,
    conversationId: createConversationId(accountId, recipientId),
    sender: { id: accountId, name: account?.displayName ?? null, username: account?.username ?? null },
    recipientId,
  });
}

interface MessageEventInput {
  subAction: 'messageCreated' | 'messageRead' | 'reactionCreated';
  type: 'received' | 'sent';
  /** Absent where a message was read. */
  id?: string;
  platform: string;
  /** Its text, or the emoji of a reaction; null for media without a text. */
  message: string | null;
  conversationId: string;
  /** Fields are null if unknown. */
  sender: { id: string; name: string | null; username: string | null };
  recipientId: string;
}

/** Builds the fields of a `messages` event. @see docs/service/webhooks.md#envelope, #HOOK-13, #HOOK-25 */
function buildMessageEvent({ sender, recipientId, ...message }: MessageEventInput) {
  return { ...message, senderId: sender.id, recipientId, senderDetails: sender };
}

export function createConversationId(accountId: string, personId: string): string {
  return Buffer.from(`${accountId}:${personId}`).toString('base64url');
}

/** @returns the id of the person of a conversation; null when it is none of the account */
export function readConversationId(accountId: string, conversationId: string): string | null {
  const personId = Buffer.from(conversationId, 'base64url')
    .toString()
    .slice(accountId.length + 1);
  return createConversationId(accountId, personId) === conversationId ? personId : null;
}
