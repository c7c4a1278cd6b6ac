import type { PostDraft } from './post-talk.ts';

/** What can be asked about a post. */
export type PostPart = 'networks' | 'text' | 'media' | 'demands' | 'when' | 'extras';

/** A part that is still to be asked about. */
export interface WantedPart {
  readonly part: PostPart;
  /** Asked only where a network cannot do without another answer. */
  readonly onlyNeeded: boolean;
}

/**
 * What is still to be asked about a post, in this order. Whoever gave its text has left out what can be left out, and is
 * asked only for what cannot.
 *
 * @param given its members are right, each by itself
 */
export function postWanted(given: PostDraft): readonly WantedPart[] {
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
