import { ALL } from '../../../service/triggers.ts';
import { getField } from '../../json/loose-record.ts';
import { findKeywordWarnings, type Warning } from '../keyword-warnings.ts';
import { describeKeywords, describeTarget, findStoryWarnings, type TriggerRules } from './trigger-rules.ts';

/** @see docs/service/automations.md#story-comment */
const UNDESCRIBED: Warning = {
  path: ['type'],
  message: 'the service does not document the configuration of story_comment, and may reject it',
};

export const storyComment: TriggerRules = {
  parts: ['text', 'story', 'commentId'],
  needs: [],
  describe: (flat) =>
    `${describeKeywords('a comment', flat)} on ${describeTarget(flat['storyId'] ?? ALL, 'story')}`,
  findWarnings: (trigger) => [UNDESCRIBED, ...findStoryWarnings(trigger), ...findKeywordWarnings(trigger)],
  leavesEmpty: (placeholder, trigger) =>
    placeholder === 'matched_keyword' && getField(trigger, 'keywords') === undefined,
  buildEngagement: ({ eventId, from, at, id, text, place }) => ({
    kind: 'story_comment',
    eventId,
    from,
    at,
    commentId: id,
    text,
    storyId: place,
  }),
};
