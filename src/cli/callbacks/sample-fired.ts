import { ENGAGEMENTS, type Engagement, type EngagementKind } from '../../facts/engagement.ts';
import type { TriggerType } from '../../facts/triggers.ts';
import type { Fired } from '../../rules/fired-fields.ts';

const AUTOMATION = { automationId: 'auto_K4mZ8qT2xW', triggerId: 'trg_p7Rk2a', actionId: 'act_v3Nd9s' };
const EVENT_ID = '18055000000000789';
const POST_ID = '17999000000000456';
const STORY_ID = '18011000000000345';
const KEYWORD = 'GUIDE';
const EMOJI = '❤️';
const TEXT = `${KEYWORD} please`;

/** What somebody did, whom a callback is about, as the network tells of each kind. */
const DONE: Readonly<Record<EngagementKind, (every: Every) => Engagement>> = {
  comment: (every) => ({
    kind: 'comment',
    ...every,
    commentId: EVENT_ID,
    text: TEXT,
    postId: POST_ID,
    servicePostId: null,
  }),
  story_reply: (every) => ({
    kind: 'story_reply',
    ...every,
    messageId: EVENT_ID,
    text: TEXT,
    storyId: STORY_ID,
  }),
  story_comment: (every) => ({
    kind: 'story_comment',
    ...every,
    commentId: EVENT_ID,
    text: TEXT,
    storyId: STORY_ID,
  }),
  dm: (every) => ({ kind: 'dm', ...every, messageId: EVENT_ID, text: TEXT }),
  reaction: (every) => ({ kind: 'reaction', ...every, messageId: EVENT_ID, emoji: EMOJI }),
};

type Every = Pick<Engagement, 'eventId' | 'from' | 'at'>;

/** A made-up fire of a trigger of this type, at a moment in milliseconds since 1970. */
export function sampleFired(triggerType: TriggerType, at: number): Fired {
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[]; // its own keys
  const kind = kinds.find((each) => ENGAGEMENTS[each].trigger === triggerType) ?? 'comment';
  const from = { id: '17841499000000777', username: 'mara.lind' };
  const engagement = DONE[kind]({ eventId: EVENT_ID, from, at });
  return {
    ...AUTOMATION,
    triggerType,
    keyword: keywordOf(kind),
    activityId: `${AUTOMATION.automationId}:${AUTOMATION.triggerId}:${EVENT_ID}`,
    engagement,
  };
}

/** @see rule HOOK-23: of a reaction it is the emoji, of a reply to a story there is none */
function keywordOf(kind: EngagementKind): string | null {
  if (kind === 'story_reply') return null;
  return kind === 'reaction' ? EMOJI : KEYWORD;
}
