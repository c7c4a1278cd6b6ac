import { getField } from '../../json/loose-record.ts';
import { isOneEmoji } from '../../text/unicode.ts';
import type { Warning } from '../keyword-warnings.ts';
import type { TriggerRules } from './trigger-rules.ts';

export const dmReaction: TriggerRules = {
  parts: ['emoji'],
  needs: ['emoji'],
  describe: ({ emoji }) => (emoji === undefined ? 'any reaction to a DM' : `the reaction ${emoji} to a DM`),
  findWarnings: findEmojiWarnings,
  leavesEmpty: (placeholder) => placeholder === 'recipient_username' || placeholder === 'comment_text',
  buildEngagement: ({ eventId, from, at, id, emoji }) => ({
    kind: 'reaction',
    eventId,
    from,
    at,
    messageId: id,
    emoji,
  }),
};

function findEmojiWarnings(trigger: unknown): readonly Warning[] {
  const emoji = getField(trigger, 'emoji');
  if (typeof emoji !== 'string' || isOneEmoji(emoji)) return [];
  return [{ path: ['emoji'], message: 'is not a single emoji, so no reaction matches it' }];
}
