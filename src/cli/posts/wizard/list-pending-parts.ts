import type { PostDraft } from './post-draft.ts';

/** Parts that can be asked for. */
export type WizardPart = 'networks' | 'text' | 'media' | 'demands' | 'when' | 'extras';

/** A part that has not been asked for. */
export interface PendingPart {
  readonly part: WizardPart;
  /** Asked for only if a network requires another value. */
  readonly onlyNeeded: boolean;
}

/**
 * Lists the parts to ask for, in order. If the text was given, optional parts are not asked for.
 *
 * @param given each of its fields is valid
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
