/** Headers of webhook deliveries and message callbacks. @see docs/service/webhooks.md#headers, #signature */
export const WEBHOOK_HEADERS = {
  /** Only if a secret is set; the same applies to `signedAt`. */
  signature: 'X-Authorization-Content-SHA256',
  /** Only for a grace period after a secret rotation. @see docs/service/webhooks.md#signature */
  signatureV2: 'X-Authorization-Content-SHA256-V2',
  signedAt: 'X-Authorization-Timestamp',
  attempt: 'X-Service-Delivery-Attempt',
  deliveryId: 'X-Service-Delivery-Id',
} as const;

/**
 * Fields of every delivered body, besides the event's own.
 *
 * @see docs/service/webhooks.md#envelope
 * @see docs/service/readings.md#U-02
 */
export const ENVELOPE_FIELDS = [
  'action',
  'hookId',
  'timeStamp',
  'created',
  'refId',
  'title',
  'url',
  'code',
] as const;

/** Client errors after which a delivery is retried; after any other it fails. */
export const RETRIED_CLIENT_ERRORS = [408, 425, 429] as const;

/**
 * The actions that a webhook can subscribe to. The list is open: the service may add more.
 *
 * @see docs/service/webhooks.md#actions, #routes, #envelope, #HOOK-25
 */
export const WEBHOOK_ACTIONS = {
  automations: 'an automation was triggered, or its dispatch completed',
  messages: 'a message was received, sent, read, edited or reacted to',
  comments: 'a comment was added on Instagram or Facebook',
  scheduled: 'a scheduled post was processed, or the id of a TikTok video became known',
  social: 'an account was linked or unlinked, or must be linked again',
  feed: 'a feed was processed',
  batch: 'a batch was processed',
  mentions: 'the account was mentioned',
  accountActivity: 'there was activity on an account',
  suspended: 'a profile was suspended',
} as const;
export type WebhookAction = keyof typeof WEBHOOK_ACTIONS;

/** Actions whose events a sandbox sends only on request: it is not documented when the service does. */
export const REQUESTED_ACTIONS = [
  'batch',
  'mentions',
  'accountActivity',
  'suspended',
] as const satisfies readonly WebhookAction[];

/** The fields that the service sends to a `messageUrl`. @see docs/service/callbacks.md#request */
export const CALLBACK_FIELDS = {
  automationId: 'id of the automation',
  triggerId: 'id of the trigger that matched',
  trigger: 'type of the trigger, such as comment_keyword',
  platform: 'network, such as instagram',
  recipientId: 'id of the recipient',
  recipientUsername: 'handle of the recipient, or null',
  keyword: 'keyword that matched, or null',
  activityId: 'id of the activity row',
  actionId: 'id of the send_dm action',
  eventId: 'id of the engagement event',
  commentId: 'id of the comment; null for other triggers',
  commentText: 'text of the person, or the emoji, or null',
  postId: 'id of the post, or null',
  storyId: 'id of the story, or null',
  timestamp: 'time of the request (ISO 8601)',
  timeStamp: 'the same in Unix seconds; only if the request is signed',
} as const;
