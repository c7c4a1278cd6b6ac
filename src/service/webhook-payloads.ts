import * as z from 'zod';
import type { WebhookEventName } from './webhook-events.ts';

const Text = z.string();
const TextOrNull = z.string().nullable();

/** An object that may have more fields than the service describes. */
function createOpenObject(shape: z.ZodRawShape): z.ZodObject {
  return z.object(shape).catchall(z.json());
}

/** Fields of every payload. @see docs/service/webhooks.md#envelope */
const ENVELOPE = {
  action: Text,
  hookId: Text,
  timeStamp: z.int(),
  created: Text,
  refId: Text,
  title: Text,
  url: Text,
  code: z.int(),
};

/** @see docs/service/webhooks.md#automation-triggered, #automation-completed */
const AUTOMATION = {
  type: Text,
  automationId: Text,
  triggerId: Text,
  trigger: Text,
  platform: Text,
  recipientId: Text,
  activityId: Text,
  eventId: Text,
  timestamp: Text,
};

const TRIGGERED = {
  ...AUTOMATION,
  recipientUsername: TextOrNull,
  keyword: TextOrNull,
  actionId: Text,
  commentId: TextOrNull,
  commentText: TextOrNull,
  postId: TextOrNull,
  storyId: TextOrNull,
};

const COMPLETED = {
  ...AUTOMATION,
  status: Text,
  actionResults: z.array(
    z.object({
      actionId: Text,
      type: Text,
      status: Text,
      errorDetails: TextOrNull,
      messageSource: TextOrNull.optional(),
    }),
  ),
  errorDetails: TextOrNull,
};

/** The entries of `postIds` and `errors` are not described in full. */
const SCHEDULED = {
  subAction: Text.optional(),
  status: Text,
  id: Text,
  errors: z.array(createOpenObject({ code: z.int().optional(), platform: Text.optional() })),
  postIds: z.array(createOpenObject({ id: Text, isVideo: z.boolean().optional() })),
  idShare: Text.optional(),
  isVideo: z.boolean().optional(),
  platform: Text.optional(),
  postUrl: Text.optional(),
};

const SOCIAL = {
  type: Text,
  platform: Text,
  displayName: Text,
  source: Text,
  refreshBy: Text.optional(),
  details: z.object({ status: Text, code: z.int(), message: Text }).optional(),
};

const MESSAGES = {
  subAction: Text,
  type: Text,
  id: Text.optional(),
  platform: Text,
  message: TextOrNull,
  conversationId: Text,
  senderId: Text,
  recipientId: Text,
  senderDetails: createOpenObject({ id: Text, name: TextOrNull, username: TextOrNull }),
};

const COMMENTS = {
  postId: Text,
  id: Text,
  text: Text,
  from: createOpenObject({ id: Text }),
  media: createOpenObject({ id: Text }),
};

/** Of actions whose payload is not described. */
const Undescribed = createOpenObject({ ...ENVELOPE, id: Text, status: Text, details: Text });

const Scheduled = z.object({ ...ENVELOPE, ...SCHEDULED });
const Social = z.object({ ...ENVELOPE, ...SOCIAL });
const Message = z.object({ ...ENVELOPE, ...MESSAGES });

/**
 * The body of each event, with its envelope: which fields there are, and of what type.
 *
 * @see docs/service/webhooks.md#envelope, #automation-events, #other-events
 */
export const WEBHOOK_PAYLOADS = {
  'automation.triggered': z.object({ ...ENVELOPE, ...TRIGGERED }),
  'automation.completed': z.object({ ...ENVELOPE, ...COMPLETED }),
  scheduled: Scheduled,
  tikTokPublished: Scheduled,
  link: Social,
  unlink: Social,
  refresh: Social,
  messageCreated: Message,
  messageRead: Message,
  messageEdited: Message,
  reactionCreated: Message,
  comments: z.object({ ...ENVELOPE, ...COMMENTS }),
  feed: Undescribed,
  batch: Undescribed,
  mentions: Undescribed,
  accountActivity: Undescribed,
  suspended: Undescribed,
} as const satisfies Record<WebhookEventName, z.ZodObject>;
