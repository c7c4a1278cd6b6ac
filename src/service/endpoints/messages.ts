import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { PLANS_WITH_MESSAGES } from '../plans.ts';
import { MessagePlatform } from '../platforms.ts';
import { Timestamp } from '../times.ts';

const Text = z.string().nullish();

/** A message of a conversation. @see docs/service/endpoints.md#messages */
export const Message = z.looseObject({
  id: z.string(),
  created: Timestamp,
  action: Text.describe('received or sent'),
  message: Text.describe('its text; null if it only has media'),
  mediaUrls: z.array(z.string()).nullish().describe('absent without media'),
  conversationId: Text,
  senderId: Text,
  recipientId: Text,
  senderDetails: z
    .looseObject({ id: Text, name: Text, username: Text })
    .nullish()
    .describe('who wrote it, as far as known'),
});
export type Message = z.infer<typeof Message>;

/** Messages, newest first; none if only conversations were asked for. */
export const MessagesAnswer = z.looseObject({
  status: Text,
  messages: z.array(Message).nullish().describe('newest first'),
  messagesCount: z.number().nullish(),
  conversationIds: z.array(z.string()).nullish().describe('latest conversation first'),
  next: Text.describe('X: cursor of the next page; absent on the last one'),
  lastUpdated: Timestamp,
  nextUpdate: Timestamp,
});
export type MessagesAnswer = z.infer<typeof MessagesAnswer>;

const { min, max } = LIMITS.messagesLimit;
const LIMIT = `must be a whole number from ${min} to ${max}`;

const Params = z.strictObject({ platform: MessagePlatform });

export const ConversationStatus = z.enum(['active', 'archived'], 'must be active or archived');

const COMMON = { plans: PLANS_WITH_MESSAGES, addOn: 'messages', action: 'messages' } as const;
const ACCOUNT_CODES = [156, 161, 272, 326, 361, 362, 364, 416, 419, 423] as const;

export const listMessages = {
  ...COMMON,
  method: 'GET',
  path: '/messages/{platform}',
  effect: 'none',
  sample: { params: { platform: 'instagram' } },
  params: Params,
  query: z.strictObject({
    conversationsOnly: z.boolean().optional().describe('only the ids of the conversations'),
    conversationId: z.string().optional().describe('messages of this conversation only'),
    status: ConversationStatus.optional().describe('default: active'),
    limit: z.int(LIMIT).min(min, LIMIT).max(max, LIMIT).optional().describe(`X: default ${max}`),
    next: z.string().optional().describe('X: cursor of the page'),
  }),
  answer: MessagesAnswer,
  errors: [101, ...ACCOUNT_CODES],
} as const satisfies Endpoint;

const MediaUrl = z.url({ protocol: /^https?$/, error: 'must be an https or http URL' });

export const sendMessage = {
  ...COMMON,
  method: 'POST',
  path: '/messages/{platform}',
  effect: 'publish',
  sample: { params: { platform: 'instagram' }, body: { message: 'hello', recipientId: 'unknown' } },
  params: Params,
  body: z.strictObject({
    message: z.string('must be a string').regex(/\S/, 'must not be blank').optional(),
    mediaUrls: z.array(MediaUrl).min(1, 'must not be empty').optional().describe('images and videos'),
    recipientId: z.string('must be a string').optional().describe('Facebook, Instagram: id of a person'),
    conversationId: z.string('must be a string').optional(),
  }),
  answer: z.looseObject({ status: Text, recipientId: Text, messageId: Text, message: Text }),
  errors: [101, ...ACCOUNT_CODES],
} as const satisfies Endpoint;

/** The automatic reply of a profile. */
export const AutoResponse = z.looseObject({
  status: Text,
  autoResponseActive: z.boolean().nullish(),
  autoResponseMessage: Text,
  autoResponseWaitSeconds: z.number().nullish().describe('time until the same person gets it again'),
});
export type AutoResponse = z.infer<typeof AutoResponse>;

export const getAutoResponse = {
  ...COMMON,
  method: 'GET',
  path: '/messages/autoresponse',
  effect: 'none',
  sample: {},
  answer: AutoResponse,
  errors: [],
} as const satisfies Endpoint;

const WAIT = 'must be a whole number of seconds, at least 0';

export const setAutoResponse = {
  ...COMMON,
  method: 'POST',
  path: '/messages/autoresponse',
  effect: 'publish',
  sample: { body: { autoResponseActive: false } },
  body: z.strictObject({
    autoResponseActive: z.boolean('must be true or false').optional(),
    autoResponseMessage: z.string('must be a string').regex(/\S/, 'must not be blank').optional(),
    autoResponseWaitSeconds: z.int(WAIT).min(0, WAIT).optional().describe('default: 86400, a day'),
  }),
  answer: AutoResponse,
  errors: [101],
} as const satisfies Endpoint;
