/** A message of a conversation, or a reaction to one. */
export interface MessageEventInput {
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
