import { findKeywordWarnings } from '../keyword-warnings.ts';
import { describeKeywords, describeTarget, findTargetWarnings, type TriggerRules } from './trigger-rules.ts';

export const commentKeyword: TriggerRules = {
  parts: ['text', 'post', 'commentId'],
  needs: ['text'],
  describe: (flat) => `${describeKeywords('a comment', flat)} on ${describeTarget(flat['postId'], 'post')}`,
  findWarnings: (trigger) => [...findTargetWarnings(trigger, 'postId'), ...findKeywordWarnings(trigger)],
  leavesEmpty: () => false,
  buildEngagement: ({ eventId, from, at, id, text, place }) => ({
    kind: 'comment',
    eventId,
    from,
    at,
    commentId: id,
    text,
    postId: place,
  }),
};
