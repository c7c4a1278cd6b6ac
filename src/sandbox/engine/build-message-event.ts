/** A message of a conversation, or a reaction to one. */
interface MessageEventInput {
  readonly subAction: 'messageCreated' | 'reactionCreated';
  readonly type: 'received' | 'sent';
  readonly id: string;
  readonly platform: string;
  /** Its text, or the emoji of a reaction. */
  readonly message: string;
  readonly conversationId: string;
  readonly sender: MessageSender;
  readonly recipientId: string;
}

/** The sender of the message; fields are null if unknown. */
interface MessageSender {
  readonly id: string;
  readonly name: string | null;
  readonly username: string | null;
}

/** Builds the fields of a `messages` event. @see docs/service/webhooks.md#envelope, #HOOK-13, #HOOK-25 */
export function buildMessageEvent({
  subAction,
  type,
  id,
  platform,
  message,
  conversationId,
  sender,
  recipientId,
}: MessageEventInput) {
  return {
    subAction,
    type,
    id,
    platform,
    message,
    conversationId,
    senderId: sender.id,
    recipientId,
    senderDetails: { id: sender.id, name: sender.name, username: sender.username },
  };
}

/** A new comment to report. */
interface CommentEventInput {
  /** Service Post ID of the post; null if the service did not publish it. */
  readonly postId: string | null;
  readonly id: string;
  readonly text: string;
  readonly from: { readonly id: string; readonly username: string | null };
  readonly media: { readonly id: string; readonly kind: keyof typeof MEDIA_TYPES };
}

/** Ours: Instagram's terms. */
const MEDIA_TYPES = { post: 'FEED', reel: 'REELS', story: 'STORY' } as const;

/** Builds the fields of a `comments` event. @see docs/service/webhooks.md#envelope, #HOOK-25 */
export function buildCommentEvent({ postId, id, text, from, media }: CommentEventInput) {
  return {
    postId,
    id,
    text,
    from: { id: from.id, username: from.username },
    media: { id: media.id, type: MEDIA_TYPES[media.kind] },
  };
}

/** Creates the id of the conversation between an account and a person. */
export function createConversationId(accountId: string, personId: string): string {
  return Buffer.from(`${accountId}:${personId}`).toString('base64url');
}
