import { SAMPLE_IDS } from './ids.ts';
import type { WebhookAction } from './webhooks.ts';

/** A kind of webhook event, by its common name. */
export interface WebhookEvent {
  action: WebhookAction;
  sent: string;
  /**
   * What a receiver deduplicates it by, besides the hookId (default: unknown).
   *
   * @see docs/service/webhooks.md#HOOK-13
   */
  claim?: string;
  /** A complete sample of the event's own fields, without the envelope. */
  fields(moment: {
    /** When it occurred, such as `2026-09-21T14:13:20Z`. */
    at: string;
    /** The network's id of the event, in digits: receivers deduplicate by it (HOOK-13). */
    id: string;
  }): Readonly<Record<string, unknown>>;
}

const AUTOMATION = {
  automationId: SAMPLE_IDS.automation,
  triggerId: SAMPLE_IDS.trigger,
  trigger: 'comment_keyword',
  platform: 'instagram',
  recipientId: SAMPLE_IDS.person,
} as const;

const formatActivityId = (eventId: string) => `${AUTOMATION.automationId}:${AUTOMATION.triggerId}:${eventId}`;

const POST_ID = 'Rb5tYw2QnE8sLk0ZcV3d';
const TIKTOK = { status: 'success', id: '7390000000000000456', platform: 'tiktok' } as const;

const DM = {
  platform: 'instagram',
  conversationId: 'aWdfZAG06MTpJR01lc3NhZA2VUaHJlYWQ6MQ',
  senderId: SAMPLE_IDS.person,
  recipientId: '17841460283915077',
  senderDetails: { id: SAMPLE_IDS.person, name: 'Mara Lind', username: 'mara.lind' },
} as const;

const buildStatusFields = (status: string, details: string) => () => ({ id: POST_ID, status, details });

/**
 * Every kind of event that the service sends.
 *
 * @see docs/service/webhooks.md#automation-triggered, #envelope, #HOOK-15, #HOOK-23, #HOOK-25, #W-13
 */
export const WEBHOOK_EVENTS = {
  'automation.triggered': {
    action: 'automations',
    sent: 'the action fire_webhook runs',
    claim: 'activityId and actionId',
    fields: ({ at, id }) => ({
      type: 'automation.triggered',
      ...AUTOMATION,
      recipientUsername: 'mara.lind',
      keyword: 'GUIDE',
      activityId: formatActivityId(id),
      actionId: SAMPLE_IDS.action,
      eventId: id,
      commentId: id,
      commentText: 'GUIDE please',
      postId: SAMPLE_IDS.post,
      storyId: null,
      timestamp: at,
    }),
  },
  'automation.completed': {
    action: 'automations',
    sent: 'the dispatch completes, if fire_webhook has sendCompletedEvent',
    claim: 'activityId',
    fields: ({ at, id }) => ({
      type: 'automation.completed',
      ...AUTOMATION,
      activityId: formatActivityId(id),
      eventId: id,
      status: 'sent',
      actionResults: [
        {
          actionId: SAMPLE_IDS.action,
          type: 'send_dm',
          status: 'sent',
          errorDetails: null,
          messageSource: 'template',
        },
      ],
      errorDetails: null,
      timestamp: at,
    }),
  },
  scheduled: {
    action: 'scheduled',
    sent: 'a scheduled post was published or failed',
    fields: () => ({
      status: 'success',
      id: POST_ID,
      errors: [],
      postIds: [
        {
          status: 'success',
          id: SAMPLE_IDS.post,
          postUrl: 'https://instagram.example/p/1',
          platform: 'instagram',
        },
        { ...TIKTOK, id: 'pending', idShare: 'share~v2.7', isVideo: true },
      ],
    }),
  },
  tikTokPublished: {
    action: 'scheduled',
    sent: 'the id of a TikTok video became known',
    fields: () => ({
      subAction: 'tikTokPublished',
      status: 'success',
      id: POST_ID,
      errors: [],
      postIds: [{ ...TIKTOK, postUrl: 'https://tiktok.example/video/7390000000000000456' }],
      idShare: 'share~v2.7',
      isVideo: true,
      platform: 'tiktok',
      postUrl: 'https://tiktok.example/video/7390000000000000456',
    }),
  },
  link: {
    action: 'social',
    sent: 'an account was linked',
    fields: () => ({ type: 'link', platform: 'tiktok', displayName: 'mara', source: 'user' }),
  },
  unlink: {
    action: 'social',
    sent: 'an account was unlinked by its owner or by the system',
    fields: () => ({
      type: 'unlink',
      platform: 'instagram',
      displayName: 'mara',
      source: 'system',
      details: { status: 'error', code: 161, message: 'Authorization expired or revoked' },
    }),
  },
  refresh: {
    action: 'social',
    sent: 'an account must be linked again before a given day',
    fields: () => ({
      type: 'refresh',
      platform: 'linkedin',
      displayName: 'mara',
      source: 'system',
      refreshBy: '2026-10-05T00:00:00Z',
    }),
  },
  messageCreated: {
    action: 'messages',
    sent: 'a message was received or sent',
    fields: ({ id }) => ({
      subAction: 'messageCreated',
      type: 'received',
      id,
      message: 'Do you ship to Norway?',
      ...DM,
    }),
  },
  messageRead: {
    action: 'messages',
    sent: 'a message was read; it has no id',
    fields: () => ({ subAction: 'messageRead', type: 'received', message: null, ...DM }),
  },
  messageEdited: {
    action: 'messages',
    sent: 'a message was edited',
    fields: ({ id }) => ({
      subAction: 'messageEdited',
      type: 'received',
      id,
      message: 'Do you ship to Norway or Sweden?',
      ...DM,
    }),
  },
  reactionCreated: {
    action: 'messages',
    sent: 'a reaction to a message was created',
    fields: ({ id }) => ({ subAction: 'reactionCreated', type: 'received', id, message: '❤️', ...DM }),
  },
  comments: {
    action: 'comments',
    sent: 'a comment was added on Instagram or Facebook',
    fields: ({ id }) => ({
      postId: POST_ID,
      id,
      text: 'Where can I buy this?',
      from: { id: SAMPLE_IDS.person, username: 'mara.lind' },
      media: { id: SAMPLE_IDS.post, type: 'FEED' },
    }),
  },
  feed: {
    action: 'feed',
    sent: 'a new entry of a feed became a post',
    fields: buildStatusFields('success', 'new entry of Kestrel Lane Journal'),
  },
  batch: {
    action: 'batch',
    sent: 'a batch was processed',
    fields: buildStatusFields('success', '12 of 12 posts'),
  },
  mentions: {
    action: 'mentions',
    sent: 'the account was mentioned',
    fields: buildStatusFields('success', 'mentioned in a comment'),
  },
  accountActivity: {
    action: 'accountActivity',
    sent: 'there was activity on an account',
    fields: buildStatusFields('success', 'a new follower'),
  },
  suspended: {
    action: 'suspended',
    sent: 'a profile was suspended',
    fields: buildStatusFields('error', 'too many refused requests'),
  },
} as const satisfies Record<string, WebhookEvent>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

/** The names of all events, in listing order. */
// `as`: the table above is not empty
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventName, ...WebhookEventName[]];
