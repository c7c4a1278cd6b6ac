import { findKeywordWarnings } from '../keyword-warnings.ts';
import { describeKeywords, type TriggerRules } from './trigger-rules.ts';

export const dmKeyword: TriggerRules = {
  parts: ['text'],
  needs: ['text'],
  describe: (flat) => describeKeywords('a DM', flat),
  findWarnings: findKeywordWarnings,
  leavesEmpty: (placeholder) => placeholder === 'recipient_username',
  buildEngagement: ({ eventId, from, at, id, text }) => ({
    kind: 'dm',
    eventId,
    from,
    at,
    messageId: id,
    text,
  }),
};
