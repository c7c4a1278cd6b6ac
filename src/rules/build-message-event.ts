/** One message of a conversation, or a reaction to one. */
export interface MessageEventInput {
  readonly subAction: 'messageCreated' | 'reactionCreated';
  readonly type: 'received' | 'sent';
  readonly id: string;
  readonly platform: string;
  /** Its text; of a reaction, the emoji. */
  readonly message: string;
  readonly conversationId: string;
  readonly sender: MessageSender;
  readonly recipientId: string;
}

/** Whoever wrote it; null where that is not known. */
interface MessageSender {
  readonly id: string;
  readonly name: string | null;
  readonly username: string | null;
}

/** The fields of an event of `messages`. @see docs/service/webhooks.md#envelope, #HOOK-13, #HOOK-25 */
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
