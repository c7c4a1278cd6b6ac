import { ENGAGEMENTS, type Engagement } from '../facts/engagement.ts';
import { ALL, type Trigger } from '../facts/triggers.ts';
import { isSameEmoji } from './is-same-emoji.ts';
import { matchKeyword } from './match-keyword.ts';

/** The trigger that fired. */
export interface Match {
  /** Its place among the triggers. */
  readonly index: number;
  /** The keyword as it is configured; of a reaction, its emoji; null where a trigger fires without one. */
  readonly keyword: string | null;
}

/**
 * The first trigger in order that an engagement fires, or null: an automation is dispatched once, whichever others
 * match too. The engagement is one with the automation's own account; what happens elsewhere must not come here.
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

/** Whether it happened where the trigger listens. A target that is left out is every one. */
export function isOnTarget(trigger: Trigger, engagement: Engagement): boolean {
  const target = getTarget(trigger);
  return target === undefined || target === ALL || listEngagementTargets(engagement).includes(target);
}

/** The post or story that a trigger listens to; undefined where it has none. */
export function getTarget(trigger: Trigger): string | undefined {
  if ('postId' in trigger) return trigger.postId;
  return 'storyId' in trigger ? trigger.storyId : undefined;
}

/** The ids of where it happened: a post may be meant by the network's id or by the service's. */
function listEngagementTargets(engagement: Engagement): readonly (string | null | undefined)[] {
  if (engagement.kind === 'comment') return [engagement.postId, engagement.servicePostId];
  return 'storyId' in engagement ? [engagement.storyId] : [];
}

/** What it fires on, or null when what was said or shown is not what the trigger waits for. */
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
