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
