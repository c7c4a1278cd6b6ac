import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import type { Trigger, TriggerType } from '../../service/triggers.ts';
import { normalizeEmoji } from '../text/is-same-emoji.ts';
import { describeKeywordMiss } from './describe-keyword-miss.ts';
import { getTarget, isMatchingKind, isOnTarget, matchTrigger } from './match-trigger.ts';

/**
 * Explains to a user why an engagement does not fire a trigger.
 *
 * @returns a clause that follows the trigger's name, with user-written text in quotes; null if the trigger fires
 */
export function explainMismatch(trigger: Trigger, engagement: Engagement): string | null {
  if (!isMatchingKind(trigger, engagement)) {
    return `it listens for ${describeAwaited(trigger.type)}, but this is ${ENGAGEMENTS[engagement.kind].name}`;
  }
  if (!isOnTarget(trigger, engagement)) return describeOtherTarget(trigger, engagement);
  if (matchTrigger([trigger], engagement) !== null) return null;
  if (engagement.kind === 'reaction') return describeOtherEmoji(trigger, engagement.emoji);
  return describeKeywordMiss(engagement.text, ('keywords' in trigger && trigger.keywords) || []);
}

function describeAwaited(type: TriggerType): string {
  return Object.values(ENGAGEMENTS).find(({ trigger }) => trigger === type)?.name ?? type;
}

function describeOtherTarget(trigger: Trigger, engagement: Engagement): string {
  const [kind, place] =
    'postId' in engagement
      ? ['post', engagement.postId]
      : ['story', 'storyId' in engagement ? engagement.storyId : ''];
  return `it listens only to the ${kind} ${getTarget(trigger)}, but this is on ${place}`;
}

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;

function describeOtherEmoji(trigger: Trigger, emoji: string): string {
  const wanted = ('emoji' in trigger && trigger.emoji) || '';
  const bare = (one: string) => normalizeEmoji(one).replace(SKIN_TONES, '');
  const differs = bare(wanted) === bare(emoji) ? ': their skin tones differ' : '';
  return `it listens for ${wanted}, but this is ${emoji}${differs}`;
}
