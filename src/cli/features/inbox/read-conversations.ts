import type { Client } from '../../../client/client.ts';
import { readPlace } from '../../../client/follow-pages.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import type { Message } from '../../../service/endpoints/messages.ts';
import { type MessagePlatform, PLATFORMS } from '../../../service/platforms.ts';
import { addName, foldMessages, getHandle, getPartner, isSent } from '../messages/conversation-messages.ts';
import { deriveState, type InboxItem, NOTHING_MORE } from './inbox-item.ts';

/** A conversation, with the texts of its messages, if they are needed. */
export interface ReadConversation {
  readonly item: InboxItem;
  readonly texts: readonly string[];
}

/** What is known of a conversation, of which the newest message is read first. */
interface KnownConversation {
  readonly newest: Message;
  received: Message | null;
  readonly texts: string[];
}

/**
 * The conversations of an account, by their newest message.
 *
 * @param needsTexts whether those of all messages are kept
 */
export function readConversations(
  client: Client,
  platform: MessagePlatform,
  { needsTexts, ...marks }: MarksOfConversations & { needsTexts: boolean },
): Promise<{ conversations: readonly ReadConversation[]; hasMore: boolean }> {
  return foldMessages(client, { platform, query: {} }, () => {
    const all = new Map<string | null, KnownConversation>();
    const names = new Map<string, string>();
    return {
      add(message) {
        addName(names, message);
        const key = message.conversationId ?? getPartner(message).id;
        const known = all.get(key) ?? { newest: message, received: null, texts: [] };
        all.set(key, known);
        if (!isSent(message)) known.received ??= message;
        if (needsTexts && message.message != null) known.texts.push(message.message);
      },
      end(rest) {
        const { next, hasMore } = readPlace(rest);
        const conversations = [...all.values()].map((each) =>
          toConversation(each, { platform, names, ...marks }),
        );
        return { conversations, hasMore: next !== null || hasMore === true };
      },
    };
  });
}

interface MarksOfConversations {
  readonly profile: string | null;
  isDone(id: string): boolean;
}

function toConversation(
  { newest, received, texts }: KnownConversation,
  {
    platform,
    names,
    profile,
    isDone,
  }: MarksOfConversations & { platform: MessagePlatform; names: ReadonlyMap<string, string> },
): ReadConversation {
  const partner = getPartner(newest);
  const { iso, ms } = readTimestamp(newest.created);
  const item: InboxItem = {
    ...NOTHING_MORE,
    kind: 'message',
    ...{ profile, platform, id: newest.id, at: ms === null ? iso : formatIsoSeconds(ms) },
    state: deriveState(isSent(newest), isDone(newest.id)),
    person: {
      id: partner.id,
      name: received?.senderDetails?.name ?? null,
      handle: getHandle(newest, names),
      ...{ url: null, avatarUrl: null, isMe: false },
    },
    text: newest.message ?? null,
    mediaUrls: newest.mediaUrls ?? [],
    conversationId: newest.conversationId ?? null,
    answerUntil: findAnswerEnd(platform, received),
  };
  return { item, texts };
}

/** Until when the network takes an answer: null if at any time, or if the person never wrote. @see docs/service/limits.md#answer-time */
function findAnswerEnd(platform: MessagePlatform, received: Message | null): string | null {
  const { answerHours } = PLATFORMS[platform].messages;
  const { ms } = readTimestamp(received?.created);
  return answerHours === undefined || ms === null ? null : formatIsoSeconds(ms + answerHours * HOUR_MS);
}
