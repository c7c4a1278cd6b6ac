import { ENGAGEMENTS, type Engagement } from '../facts/engagement.ts';
import type { Trigger, TriggerType } from '../facts/triggers.ts';
import { isAimedAt, isOfItsKind, matchTrigger, targetOf } from './match-trigger.ts';
import { keywordMiss } from './near-keyword.ts';
import { emojiSpelling } from './same-emoji.ts';

/**
 * Says to a person why an engagement does not fire a trigger, with the one thing that keeps it from doing so.
 *
 * @returns words that go on after the trigger's name, with texts of strangers in quotes; null when it does fire
 */
export function whyNot(trigger: Trigger, engagement: Engagement): string | null {
  if (!isOfItsKind(trigger, engagement)) {
    return `it waits for ${awaited(trigger.type)}, and this is ${ENGAGEMENTS[engagement.kind].name}`;
  }
  if (!isAimedAt(trigger, engagement)) return elsewhere(trigger, engagement);
  if (matchTrigger([trigger], engagement) !== null) return null;
  if (engagement.kind === 'reaction') return anotherEmoji(trigger, engagement.emoji);
  return keywordMiss(engagement.text, ('keywords' in trigger && trigger.keywords) || []);
}

function awaited(type: TriggerType): string {
  return Object.values(ENGAGEMENTS).find(({ trigger }) => trigger === type)?.name ?? type;
}

function elsewhere(trigger: Trigger, engagement: Engagement): string {
  const [kind, place] =
    'postId' in engagement
      ? ['post', engagement.postId]
      : ['story', 'storyId' in engagement ? engagement.storyId : ''];
  return `it listens to the ${kind} ${targetOf(trigger)} alone, and this is on ${place}`;
}

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;

function anotherEmoji(trigger: Trigger, emoji: string): string {
  const wanted = ('emoji' in trigger && trigger.emoji) || '';
  const bare = (one: string) => emojiSpelling(one).replace(SKIN_TONES, '');
  const differs = bare(wanted) === bare(emoji) ? ': their skin tones differ' : '';
  return `it waits for ${wanted}, and this is ${emoji}${differs}`;
}
