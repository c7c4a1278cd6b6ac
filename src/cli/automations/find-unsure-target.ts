import { getTarget, isMatchingKind, isOnTarget } from '../../domain/automations/match-trigger.ts';
import type { Engagement } from '../../service/engagement.ts';
import { ALL, type Trigger } from '../../service/triggers.ts';
import { isLikelyServicePostId } from './service-post-id.ts';

/** A trigger for which the ids are not enough to decide whether it targets an engagement. */
export interface UnsureTarget {
  /** The trigger, assuming that it does. */
  readonly assumedTrigger: Trigger;
  /** Explains to the user what is unknown, and how to find out. */
  readonly message: string;
}

/**
 * Finds a trigger whose target and the engagement's post are ids of two kinds, the network's and the service's. They
 * may denote the same post, which only the service knows.
 *
 * @returns null if the ids are comparable
 * @see docs/service/automations.md#create
 */
export function findUnsureTarget(trigger: Trigger, engagement: Engagement): UnsureTarget | null {
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

function getEngagementPlace(engagement: Engagement): { readonly kind: string; readonly id: string } | null {
  if ('postId' in engagement) return { kind: 'post', id: engagement.postId };
  return 'storyId' in engagement ? { kind: 'story', id: engagement.storyId } : null;
}

function widenTarget(trigger: Trigger): Trigger {
  if ('postId' in trigger) return { ...trigger, postId: ALL };
  return 'storyId' in trigger ? { ...trigger, storyId: ALL } : trigger;
}
