import { ALL } from '../../../service/triggers.ts';
import { describeTarget, findStoryWarnings, type TriggerRules } from './trigger-rules.ts';

export const storyReply: TriggerRules = {
  parts: ['text', 'story'],
  needs: [],
  describe: (flat) => `a reply to ${describeTarget(flat['storyId'] ?? ALL, 'story')}`,
  findWarnings: findStoryWarnings,
  leavesEmpty: (placeholder) => placeholder === 'recipient_username' || placeholder === 'matched_keyword',
  buildEngagement: ({ eventId, from, at, id, text, place }) => ({
    kind: 'story_reply',
    eventId,
    from,
    at,
    messageId: id,
    text,
    storyId: place,
  }),
};
