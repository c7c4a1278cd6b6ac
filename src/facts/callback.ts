/** The fields that the service sends to a `messageUrl`. @see docs/service/callbacks.md#request */
export const CALLBACK_FIELDS = {
  automationId: 'which automation fired',
  triggerId: 'which of its triggers',
  trigger: "the trigger's kind, such as comment_keyword",
  platform: 'the network',
  recipientId: 'who gets the message',
  recipientUsername: 'null where the trigger carries none',
  keyword: 'the keyword that matched, or null',
  activityId: 'the activity row of this fire',
  actionId: 'the send_dm action that asks',
  eventId: 'what the person did, by its id',
  commentId: 'for comment triggers only, else null',
  commentText: 'what the person wrote, or the emoji, or null',
  postId: 'where it was done, or null',
  storyId: 'where it was done, or null',
  timestamp: 'when the request was made, as text (ISO 8601)',
  timeStamp: 'the same as Unix seconds; only where the request is signed',
} as const;
