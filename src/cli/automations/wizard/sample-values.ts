import { buildTemplateValues, type TemplateValues } from '../../../domain/automations/fill-template.ts';
import { ENGAGEMENTS, type Engagement } from '../../../service/engagement.ts';
import { ALL, type Trigger } from '../../../service/triggers.ts';

const FOLLOWER = { id: '17841400000000001', username: 'a.follower' };
const SENDER = { username: 'your.account', name: 'Your Account' };
/**
 * The values of placeholders for a sample event of a trigger; null for those that its events never have.
 *
 * @param now milliseconds since 1970
 */
export function sampleValues(trigger: Trigger, now: number): TemplateValues {
  const keyword = 'keywords' in trigger ? (trigger.keywords?.[0] ?? null) : null;
  const engagement = createSampleEngagement(trigger, { keyword, now });
  return buildTemplateValues(engagement, {
    sender: SENDER,
    keyword: engagement.kind === 'reaction' ? engagement.emoji : keyword,
    triggerType: ENGAGEMENTS[engagement.kind].trigger,
  });
}

/** Creates an engagement that fires the trigger. */
function createSampleEngagement(
  trigger: Trigger,
  { keyword, now }: { readonly keyword: string | null; readonly now: number },
): Engagement {
  const every = { eventId: 'sample', from: FOLLOWER, at: now };
  const text = keyword === null ? 'Love it!' : `${keyword} please`;
  switch (trigger.type) {
    case 'comment_keyword':
      return { kind: 'comment', ...every, commentId: SAMPLE_ID, text, postId: getSampleId(trigger.postId) };
    case 'story_comment':
      return {
        kind: 'story_comment',
        ...every,
        commentId: SAMPLE_ID,
        text,
        storyId: getSampleId(trigger.storyId),
      };
    case 'story_reply':
      return {
        kind: 'story_reply',
        ...every,
        messageId: SAMPLE_ID,
        text,
        storyId: getSampleId(trigger.storyId),
      };
    case 'dm_keyword':
      return { kind: 'dm', ...every, messageId: SAMPLE_ID, text };
    case 'dm_reaction':
      return { kind: 'reaction', ...every, messageId: SAMPLE_ID, emoji: trigger.emoji ?? '❤️' };
  }
}

const SAMPLE_ID = '18000000000000001';

function getSampleId(target: string | undefined): string {
  return target === undefined || target === ALL ? SAMPLE_ID : target;
}
