/** The body of a request to a `messageUrl`. @see docs/service/callbacks.md#request */
export const CALLBACK_REQUEST = {
  automationId: 'auto_K4mZ8qT2xW',
  triggerId: 'trg_p7Rk2a',
  trigger: 'comment_keyword',
  platform: 'instagram',
  recipientId: '17841499000000777',
  recipientUsername: 'mara.lind',
  keyword: 'GUIDE',
  activityId: 'auto_K4mZ8qT2xW:trg_p7Rk2a:18055000000000789',
  actionId: 'act_v3Nd9s',
  eventId: '18055000000000789',
  commentId: '18055000000000789',
  commentText: 'GUIDE please',
  postId: '17999000000000456',
  storyId: null,
  timestamp: '2026-09-21T14:13:20Z',
} as const;
