import { describeLengthRefusal } from '../../domain/text/reply-lengths.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { MessagePlatform, PLATFORMS } from '../../service/platforms.ts';
import { floorToSecond } from '../clock.ts';
import { createConversationId, enqueueSentMessage, readConversationId } from '../engine/events.ts';
import { generateHookId } from '../generate-ids.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { checkXLimits, countXRequest, type NetworkFailure } from '../networks/check-account.ts';
import { getSentMessageId } from '../networks/instagram-messages.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import { findNetworkUserById } from '../store/comments.ts';
import {
  type AutoResponseSettings,
  type ConversationMessage,
  countMessages,
  findAutoResponse,
  hasContact,
  hasMessages,
  listConversationMessages,
  listPeople,
  saveAutoResponse,
} from '../store/conversations.ts';
import { insertMessage } from '../store/messages.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { requireUsableAccount, throwRefusal } from './network-legs.ts';

/**
 * The messages of an account, newest first: what people wrote, and what automations, requests and the automatic reply
 * sent. Assumed: nothing is ever archived, and an unknown conversation is an empty one.
 *
 * @see docs/service/endpoints.md#messages
 */
export const listMessages: Handler<'listMessages'> = ({ params: { platform }, query }, context) => {
  const { store, now } = context;
  const account = requireMessagingAccount(platform, context);
  requireXQuota(platform, context, 'read');
  const isArchive = query.status === 'archived';
  const { conversationId } = query;
  const people = isArchive ? [] : findPeople(account, conversationId, context);
  const refreshed = floorToSecond(now);
  const times = {
    lastUpdated: formatIsoSeconds(refreshed),
    nextUpdate: formatIsoSeconds(refreshed + ASSUMED.messageRefreshMs),
  };
  const chosen = people.map((personId) => ({ personId, id: createConversationId(account.id, personId) }));
  const conversationIds = chosen.map(({ id }) => id);
  if (query.conversationsOnly === true) return { status: 'success', conversationIds, ...times };
  const before = readPage(platform, query);
  const max = PLATFORMS[platform].messages.isPaged ? (query.limit ?? LIMITS.messagesLimit.max) : null;
  const [only] = chosen;
  const personId = conversationId === undefined ? null : (only?.personId ?? null);
  const request = { accountId: account.id, personId, before };
  const all =
    only === undefined ? Iterator.from<ConversationMessage>([]) : listConversationMessages(store, request);
  // one more tells whether there is a next page
  const found = max === null ? null : all.take(max + 1).toArray();
  const page = max === null ? null : found?.slice(0, max);
  const last = found !== null && found.length > (max ?? 0) ? page?.at(-1)?.position : undefined;
  return {
    status: 'success',
    messages: (page ?? all).map((message) => toMessage(message, account, context)),
    messagesCount: page?.length ?? (only === undefined ? 0 : countMessages(store, request)),
    conversationIds,
    ...(last !== undefined && { next: writeCursor([last.at, last.turn, last.row]) }),
    ...times,
  };
};

/** The people of all conversations of an account, or the one of a conversation; none when there is no message in it. */
function findPeople(
  { id: accountId }: NetworkAccount,
  conversationId: string | undefined,
  { store }: HandlerContext,
): readonly string[] {
  if (conversationId === undefined) return listPeople(store, accountId);
  const personId = readConversationId(accountId, conversationId);
  return personId !== null && hasMessages(store, accountId, personId) ? [personId] : [];
}

/** Parts of the position of a message. */
const CURSOR_LENGTH = 3;

/** @throws ServiceFailure 101 for an invalid cursor, or paging on another network than X */
function readPage(
  platform: MessagePlatform,
  { limit, next }: HandlerInput<'listMessages'>['query'],
): readonly number[] | null {
  if (!PLATFORMS[platform].messages.isPaged && (limit ?? next) !== undefined)
    throw createInputFailure(`${limit === undefined ? 'next' : 'limit'}: is for X only`);
  if (next === undefined) return null;
  const place = readCursor(next, CURSOR_LENGTH);
  if (place === null) throw createInputFailure('next: must be the next of the previous page');
  return place;
}

function toMessage(
  { id, personId, text, mediaUrls, isSent, position }: ConversationMessage,
  { id: accountId, platform, username, displayName }: NetworkAccount,
  { store }: HandlerContext,
) {
  const isOwn = isSent || personId === accountId;
  const person = isOwn ? undefined : findNetworkUserById(store, MessagePlatform.parse(platform), personId);
  return {
    id: isSent ? getSentMessageId(id) : id,
    created: formatIsoSeconds(position.at),
    action: isOwn ? 'sent' : 'received',
    message: text === '' ? null : text,
    ...(mediaUrls.length > 0 && { mediaUrls }),
    conversationId: createConversationId(accountId, personId),
    senderId: isOwn ? accountId : personId,
    recipientId: isSent ? personId : accountId,
    senderDetails: isOwn
      ? { id: accountId, name: displayName, username }
      : { id: personId, name: person?.name ?? null, username: person?.handle ?? null },
  };
}

/**
 * Sends a message to a person whose id the account has: one who only wrote to another account is unknown to it.
 *
 * @see docs/service/endpoints.md#messages
 * @see docs/service/readings.md#U-43
 */
export const sendMessage: Handler<'sendMessage'> = ({ params: { platform }, body }, context) => {
  const { store, random, now, profile } = context;
  const { message: text = '', mediaUrls = [] } = body;
  if (text === '' && mediaUrls.length === 0)
    throw createInputFailure('message: is required without mediaUrls');
  const tooLong = describeLengthRefusal(text, { platform, limits: PLATFORMS[platform].messages.limits });
  if (tooLong !== null) throw createInputFailure(`message: ${tooLong}`);
  const account = requireMessagingAccount(platform, context);
  const recipientId = findRecipient(platform, { account, body }, context);
  requireXQuota(platform, context, 'write');
  const key = `message:${generateHookId(random)}`;
  const message = { key, accountId: account.id, recipientId, text };
  store.transaction(() => {
    insertMessage(store, {
      ...message,
      profile: profile.id,
      way: 'dm',
      commentId: null,
      at: now,
      dropped: false,
      mediaUrls,
      isAutomatic: false,
    });
    enqueueSentMessage({ store, random }, { account, message, at: now });
  });
  return {
    status: 'success',
    recipientId,
    messageId: getSentMessageId(key),
    message: text === '' ? null : text,
  };
};

/** @returns the id of the person @throws ServiceFailure 101 when the person is missing or unknown */
function findRecipient(
  platform: MessagePlatform,
  {
    account,
    body: { recipientId, conversationId },
  }: { account: NetworkAccount; body: HandlerInput<'sendMessage'>['body'] },
  context: HandlerContext,
): string {
  const { store } = context;
  if (PLATFORMS[platform].messages.needsConversation && conversationId === undefined)
    throw createInputFailure('conversationId: is required on X');
  if (conversationId !== undefined) {
    const [person] = findPeople(account, conversationId, context);
    if (person === undefined) throw createInputFailure('conversationId: is no conversation of the account');
    if (recipientId !== undefined && recipientId !== person)
      throw createInputFailure('recipientId: is not the person of the conversation');
    return person;
  }
  if (recipientId === undefined) throw createInputFailure('recipientId: is required without conversationId');
  if (!hasContact(store, account, recipientId))
    throw createInputFailure(
      `recipientId: is not the id of a person who wrote to this account on ${PLATFORMS[platform].name}, or commented there`,
    );
  return recipientId;
}

/**
 * @returns the linked account of the profile, when the network accepts messages of it
 * @throws ServiceFailure when it does not: 361 without messaging, 362 without the permission
 * @see docs/service/access.md#access-errors
 */
function requireMessagingAccount(platform: MessagePlatform, context: HandlerContext): NetworkAccount {
  const account = requireUsableAccount(platform, context);
  throwRefusal(platform, checkMessaging(account));
  return account;
}

function checkMessaging({ platform, messaging, permission }: NetworkAccount): NetworkFailure | null {
  const { name } = PLATFORMS[platform];
  if (messaging === 'off') return { code: 361, message: `Messaging is not enabled for ${name}.` };
  if (permission === 'granted') return null;
  const message = `The ${name} account was linked without the permission for messages.`;
  return { code: 362, message, relink: true };
}

/** @throws ServiceFailure when the X app has no credits or requests left */
function requireXQuota(
  platform: MessagePlatform,
  { store, now }: HandlerContext,
  use: 'read' | 'write',
): void {
  if (!PLATFORMS[platform].usesOwnApp) return;
  if (use === 'write') {
    throwRefusal(
      platform,
      store.transaction(() => countXRequest(store, now)),
    );
    return;
  }
  // a read does not wait for the write lock: while another process holds it, the request is not counted
  const counted = store.tryTransaction(() => countXRequest(store, now));
  throwRefusal(platform, counted === null ? checkXLimits(store, now) : counted.result);
}

/** Of a profile that never set one. */
const AT_FIRST: AutoResponseSettings = {
  isActive: false,
  message: '',
  waitSeconds: ASSUMED.autoResponseWaitSeconds,
};

/** @see docs/service/endpoints.md#messages */
export const getAutoResponse: Handler<'getAutoResponse'> = (_input, { store, profile }) =>
  toAutoResponse(findAutoResponse(store, profile.id) ?? AT_FIRST);

/** Assumed: fields that the request leaves out keep their values. @see docs/service/endpoints.md#messages */
export const setAutoResponse: Handler<'setAutoResponse'> = ({ body }, { store, profile }) =>
  store.transaction(() => {
    const before = findAutoResponse(store, profile.id) ?? AT_FIRST;
    const after: AutoResponseSettings = {
      isActive: body.autoResponseActive ?? before.isActive,
      message: body.autoResponseMessage ?? before.message,
      waitSeconds: body.autoResponseWaitSeconds ?? before.waitSeconds,
    };
    if (after.isActive && after.message === '')
      throw createInputFailure('autoResponseMessage: is required for an active automatic reply');
    saveAutoResponse(store, profile.id, after);
    return toAutoResponse(after);
  });

function toAutoResponse({ isActive, message, waitSeconds }: AutoResponseSettings) {
  return {
    status: 'success',
    autoResponseActive: isActive,
    autoResponseMessage: message,
    autoResponseWaitSeconds: waitSeconds,
  };
}
