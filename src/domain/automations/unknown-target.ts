import type { Engagement } from '../../service/engagement.ts';
import { isLikelyServicePostId } from '../../service/ids.ts';
import { ALL, type Trigger } from '../../service/triggers.ts';
import { getTarget, isMatchingKind, isOnTarget } from './match-trigger.ts';

/** The id of an unknown post or story: no trigger can target it. */
export const UNKNOWN_TARGET = '';

/**
 * If only the target keeps a trigger silent, asks for the flag that names the post or story.
 *
 * @returns null if the target is known, or the trigger waits for something else
 */
export function explainMissingTarget(trigger: Trigger, event: Engagement): string | null {
  if (!isMatchingKind(trigger, event) || isOnTarget(trigger, event)) return null;
  const place = 'postId' in event ? event.postId : 'storyId' in event ? event.storyId : null;
  if (place !== UNKNOWN_TARGET) return null;
  const kind = 'postId' in event ? 'post' : 'story';
  return `add --${kind} ${getTarget(trigger)}: the trigger only matches that ${kind}`;
}

/**
 * Finds a trigger whose target and the engagement's post are ids of two kinds, the network's and the service's. They
 * may denote the same post, which only the service knows.
 *
 * @returns the trigger, assuming that it targets the post, and what is unknown and how to find out; null if the ids are
 *   comparable
 * @see docs/service/automations.md#create
 */
export function findUnsureTarget(trigger: Trigger, engagement: Engagement) {
  const target = getTarget(trigger);
  const at = getEngagementPlace(engagement);
  if (target === undefined || at === null) return null;
  if (!isMatchingKind(trigger, engagement) || isOnTarget(trigger, engagement)) return null;
  if (isLikelyServicePostId(target) === isLikelyServicePostId(at.id)) return null;
  const ours = isLikelyServicePostId(target) ? target : at.id;
  return {
    assumedTrigger: widenTarget(trigger),
    message: `cannot be determined here: ${ours} looks like a Service Post ID, and ${ours === target ? at.id : target} may be the same ${at.kind}; "crier posts get" shows the ids of ${ours}`,
  };
}

function getEngagementPlace(engagement: Engagement): { kind: string; id: string } | null {
  if ('postId' in engagement) return { kind: 'post', id: engagement.postId };
  return 'storyId' in engagement ? { kind: 'story', id: engagement.storyId } : null;
}

function widenTarget(trigger: Trigger): Trigger {
  if ('postId' in trigger) return { ...trigger, postId: ALL };
  return 'storyId' in trigger ? { ...trigger, storyId: ALL } : trigger;
}
