import type { FiredTrigger } from '../../domain/callbacks/build-fired-fields.ts';
import { ENGAGEMENTS, type Engagement, type EngagementKind } from '../../service/engagement.ts';
import { SAMPLE_IDS } from '../../service/sample-ids.ts';
import type { TriggerType } from '../../service/triggers.ts';

const AUTOMATION = {
  automationId: SAMPLE_IDS.automation,
  triggerId: SAMPLE_IDS.trigger,
  actionId: SAMPLE_IDS.action,
};
const EVENT_ID = '18055000000000789';
const STORY_ID = '18011000000000345';
const KEYWORD = 'GUIDE';
const EMOJI = '❤️';
const TEXT = `${KEYWORD} please`;

/** Sample engagements, one of each kind, as the network reports them. */
const ENGAGEMENT_SAMPLES: Readonly<Record<EngagementKind, (every: SampleBase) => Engagement>> = {
  comment: (every) => ({
    kind: 'comment',
    ...every,
    commentId: EVENT_ID,
    text: TEXT,
    postId: SAMPLE_IDS.post,
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

type SampleBase = Pick<Engagement, 'eventId' | 'from' | 'at'>;

/** Builds a sample of a fired trigger, at a time in milliseconds since 1970. */
export function buildSampleFired(triggerType: TriggerType, at: number): FiredTrigger {
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[]; // the keys of this table
  const kind = kinds.find((each) => ENGAGEMENTS[each].trigger === triggerType) ?? 'comment';
  const from = { id: SAMPLE_IDS.person, username: 'mara.lind' };
  const engagement = ENGAGEMENT_SAMPLES[kind]({ eventId: EVENT_ID, from, at });
  return {
    ...AUTOMATION,
    triggerType,
    keyword: getKeyword(kind),
    activityId: `${AUTOMATION.automationId}:${AUTOMATION.triggerId}:${EVENT_ID}`,
    engagement,
  };
}

/**
 * @see docs/service/webhooks.md#HOOK-23: of a reaction it is the emoji, of a reply to a story there is none
 */
function getKeyword(kind: EngagementKind): string | null {
  if (kind === 'story_reply') return null;
  return kind === 'reaction' ? EMOJI : KEYWORD;
}
