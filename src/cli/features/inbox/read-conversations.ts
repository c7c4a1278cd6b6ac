import type { Client } from '../../../client/client.ts';
import { readPlace } from '../../../client/follow-pages.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import type { Message } from '../../../service/endpoints/messages.ts';
import { type MessagePlatform, PLATFORMS } from '../../../service/platforms.ts';
import { getPartner, isSent, readMessages, readNames } from '../messages/conversation-messages.ts';
import { deriveState, type InboxItem, NOTHING_MORE } from './inbox-item.ts';

/** A conversation, with all texts of its messages that were read. */
export interface ReadConversation {
  readonly item: InboxItem;
  readonly texts: readonly string[];
}

/** The conversations of an account, by their newest message. */
export async function readConversations(
  client: Client,
  platform: MessagePlatform,
  { profile, isDone }: { profile: string | null; isDone: (id: string) => boolean },
): Promise<{ conversations: readonly ReadConversation[]; hasMore: boolean }> {
  const { body } = await readMessages(client, platform, {});
  const messages = body.messages ?? [];
  const names = readNames(messages);
  const toKey = (message: Message) => message.conversationId ?? getPartner(message).id;
  const conversations = [...Map.groupBy(messages, toKey).values()].flatMap((newestFirst) => {
    const [newest] = newestFirst;
    if (newest === undefined) return [];
    const received = newestFirst.find((message) => !isSent(message));
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
        handle: partner.username ?? names.get(partner.id ?? '') ?? null,
        ...{ url: null, avatarUrl: null, isMe: false },
      },
      text: newest.message ?? null,
      mediaUrls: newest.mediaUrls ?? [],
      conversationId: newest.conversationId ?? null,
      answerUntil: findAnswerEnd(platform, received),
    };
    return [{ item, texts: newestFirst.flatMap(({ message }) => message ?? []) }];
  });
  const { next, hasMore } = readPlace(body);
  return { conversations, hasMore: next !== null || hasMore === true };
}

/** Until when the network takes an answer: null if at any time, or if the person never wrote. @see docs/service/limits.md#answer-time */
function findAnswerEnd(platform: MessagePlatform, received: Message | undefined): string | null {
  const { answerHours } = PLATFORMS[platform].messages;
  const { ms } = readTimestamp(received?.created);
  return answerHours === undefined || ms === null ? null : formatIsoSeconds(ms + answerHours * HOUR_MS);
}
