import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { ALL, type Trigger, type TriggerType } from '../../service/triggers.ts';
import { isSameEmoji, normalizeEmoji } from '../text/unicode.ts';
import { describeKeywordMiss } from './explain-keyword-miss.ts';
import { matchKeyword } from './match-keyword.ts';

export interface Match {
  readonly index: number;
  /** The keyword as configured, or the emoji of a reaction; null if the trigger fires without one. */
  readonly keyword: string | null;
}

/**
 * Returns the first trigger that an engagement fires, or null: an automation is dispatched once, even if other
 * triggers match. The engagement must belong to the automation's own account.
 *
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01 to #ENG-03, #ENG-18, #M-04, #M-06, #M-07
 * @see docs/service/readings.md#U-11
 */
export function matchTrigger(triggers: readonly Trigger[], engagement: Engagement): Match | null {
  for (const [index, trigger] of triggers.entries()) {
    if (!isMatchingKind(trigger, engagement) || !isOnTarget(trigger, engagement)) continue;
    const fired = matchContent(trigger, engagement);
    if (fired !== null) return { index, ...fired };
  }
  return null;
}

export function isMatchingKind({ type }: Trigger, { kind }: Engagement): boolean {
  return ENGAGEMENTS[kind].trigger === type;
}

/** Whether the engagement is on the trigger's target. Without a target, everything is. */
export function isOnTarget(trigger: Trigger, engagement: Engagement): boolean {
  const target = getTarget(trigger);
  return target === undefined || target === ALL || listEngagementTargets(engagement).includes(target);
}

/** Returns the post or story that a trigger targets; undefined for none. */
export function getTarget(trigger: Trigger): string | undefined {
  if ('postId' in trigger) return trigger.postId;
  return 'storyId' in trigger ? trigger.storyId : undefined;
}

/**
 * Returns the ids of the engagement's post or story: a post can be targeted by the network's id or by the service's.
 */
function listEngagementTargets(engagement: Engagement): readonly (string | null | undefined)[] {
  if (engagement.kind === 'comment') return [engagement.postId, engagement.servicePostId];
  return 'storyId' in engagement ? [engagement.storyId] : [];
}

/** Returns what matched, or null if the content does not match the trigger. */
function matchContent(trigger: Trigger, engagement: Engagement): Pick<Match, 'keyword'> | null {
  if (engagement.kind === 'reaction') {
    return isMatchingEmoji(trigger, engagement.emoji) ? { keyword: engagement.emoji } : null;
  }
  if (!('keywords' in trigger) || trigger.keywords === undefined) return { keyword: null };
  const keyword = matchKeyword(engagement.text, trigger.keywords);
  return keyword === null ? null : { keyword };
}

function isMatchingEmoji(trigger: Trigger, emoji: string): boolean {
  const wanted = 'emoji' in trigger ? trigger.emoji : undefined;
  return wanted === undefined || isSameEmoji(wanted, emoji);
}

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
