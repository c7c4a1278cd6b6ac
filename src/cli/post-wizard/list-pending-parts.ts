import type { PostDraft } from './post-wizard-context.ts';

/** What can be asked about a post. */
export type WizardPart = 'networks' | 'text' | 'media' | 'demands' | 'when' | 'extras';

/** A part that is still to be asked about. */
export interface PendingPart {
  readonly part: WizardPart;
  /** Asked only where a network cannot do without another answer. */
  readonly onlyNeeded: boolean;
}

/**
 * What is still to be asked about a post, in this order. Whoever gave its text has left out what can be left out, and is
 * asked only for what cannot.
 *
 * @param given its members are right, each by itself
 */
export function listPendingParts(given: PostDraft): readonly PendingPart[] {
  const { platforms, post, mediaUrls, scheduleDate, requiresApproval, autoSchedule } = given;
  const onlyNeeded = post !== undefined;
  const isTimed = (scheduleDate ?? requiresApproval ?? autoSchedule) !== undefined;
  return [
    ...(platforms === undefined ? [{ part: 'networks', onlyNeeded: false } as const] : []),
    { part: 'text', onlyNeeded },
    { part: 'media', onlyNeeded: onlyNeeded || mediaUrls !== undefined },
    { part: 'demands', onlyNeeded },
    ...(onlyNeeded || isTimed ? [] : [{ part: 'when', onlyNeeded } as const]),
    ...(onlyNeeded ? [] : [{ part: 'extras', onlyNeeded } as const]),
  ];
}
