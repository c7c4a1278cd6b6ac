import type { Engagement } from '../../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { type DmRequest, getSentMessageId } from '../networks/instagram-messages.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import { findWebhook } from '../webhooks.ts';
import type { DispatchContext } from './dispatcher/context.ts';
import { type EnqueueContext, enqueueDelivery, type WebhookLookup } from './events.ts';

const platform = AUTOMATION_PLATFORM;

interface IncomingEngagement {
  readonly account: NetworkAccount;
  readonly engagement: Engagement;
  readonly received: number;
}

/**
 * Enqueues the webhook event of an incoming message or comment, whether or not an automation matches. Every
 * engagement passes here, so nothing else is read when no webhook is registered. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueIncoming(
  { store, random }: EnqueueContext,
  findWebhook: WebhookLookup,
  { account, engagement, received }: IncomingEngagement,
): void {
  const isComment = 'commentId' in engagement;
  const { profile } = account;
  const action = isComment ? 'comments' : 'messages';
  const webhook = findWebhook({ profile, action });
  if (webhook === null) return;
  const event = isComment
    ? buildIncomingComment(store, engagement)
    : buildIncomingMessage(store, account, engagement);
  const key = `${isComment ? 'comment' : 'message'}:${account.id}:${engagement.eventId}` as const;
  enqueueDelivery({ store, random }, webhook, { profile, action, key, event, at: received });
}

type CommentEngagement = Extract<Engagement, { readonly commentId: string }>;

/** Ours: Instagram's terms. */
const MEDIA_TYPES = { post: 'FEED', reel: 'REELS', story: 'STORY' } as const;

/** Builds the fields of a `comments` event. @see docs/service/webhooks.md#envelope, #HOOK-25 */
function buildIncomingComment({ posts }: Store, engagement: CommentEngagement) {
  const { commentId: id, text, from } = engagement;
  const mediaId = engagement.kind === 'comment' ? engagement.postId : engagement.storyId;
  const post = posts.findSocial(platform, mediaId);
  const kind = post?.kind ?? (engagement.kind === 'comment' ? 'post' : 'story');
  return {
    postId: post?.postId ?? null,
    id,
    text,
    from: { id: from.id, username: from.username },
    media: { id: mediaId, type: MEDIA_TYPES[kind] },
  };
}

type MessageEngagement = Exclude<Engagement, CommentEngagement>;

/**
 * A reaction is reported under its own id, not that of the message: receivers deduplicate by id and kind, and two
 * reactions to one message are two events. An engagement by the account itself has the type `sent`.
 */
function buildIncomingMessage({ users }: Store, account: NetworkAccount, engagement: MessageEngagement) {
  const { kind, from, eventId: id } = engagement;
  const isOwn = from.id === account.id;
  const person = users.findById(platform, from.id);
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
  { store, random }: EnqueueContext,
  { automation, now }: Pick<DispatchContext, 'automation' | 'now'>,
  order: DmRequest,
): void {
  const { key, accountId, recipientId, text } = order;
  const occasion = { profile: automation.profile, action: 'messages' } as const;
  const webhook = findWebhook(store, occasion);
  if (webhook === null) return;
  const account = store.accounts.findKnown(automation.profile, platform);
  const event = buildMessageEvent({
    subAction: 'messageCreated',
    type: 'sent',
    id: getSentMessageId(key),
    platform,
    message: text,
    conversationId: createConversationId(accountId, recipientId),
    sender: { id: accountId, name: account?.displayName ?? null, username: account?.username ?? null },
    recipientId,
  });
  enqueueDelivery({ store, random }, webhook, { ...occasion, key: `sent:${key}`, event, at: now });
}

/** A message of a conversation, or a reaction to one. */
interface MessageEventInput {
  readonly subAction: 'messageCreated' | 'reactionCreated';
  readonly type: 'received' | 'sent';
  readonly id: string;
  readonly platform: string;
  /** Its text, or the emoji of a reaction. */
  readonly message: string;
  readonly conversationId: string;
  /** Fields are null if unknown. */
  readonly sender: { readonly id: string; readonly name: string | null; readonly username: string | null };
  readonly recipientId: string;
}

/** Builds the fields of a `messages` event. @see docs/service/webhooks.md#envelope, #HOOK-13, #HOOK-25 */
function buildMessageEvent({ sender, recipientId, ...message }: MessageEventInput) {
  return { ...message, senderId: sender.id, recipientId, senderDetails: sender };
}

/** Creates the id of the conversation between an account and a person. */
export function createConversationId(accountId: string, personId: string): string {
  return Buffer.from(`${accountId}:${personId}`).toString('base64url');
}
