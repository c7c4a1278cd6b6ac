import type { Platform } from '../../facts/platforms.ts';
import { findPostFaults } from '../../rules/find-post-faults.ts';
import type { PostFault } from '../../rules/post-fault.ts';
import { chosenNetworks } from './chosen-networks.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { wholeDraft } from './whole-draft.ts';

type Around = Pick<PostTalk, 'accounts' | 'now'>;

/** What would keep a draft, or a network's part of it, from being published, and what is to be known of it. */
export function draftFaults(draft: PostDraft, talk: Around): readonly PostFault[] {
  return findPostFaults(wholeDraft(draft), { platforms: chosenNetworks(draft, talk), now: talk.now() });
}

/** The faults of one member of a post, and of what stands in it. @param path such as `redditOptions.title` */
export function faultsAt(draft: PostDraft, path: string, talk: Around): readonly PostFault[] {
  return draftFaults(draft, talk).filter(
    ({ path: at, effect }) =>
      effect !== 'warning' && (at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)),
  );
}

/** What is wrong with one member wherever it goes; null when a network takes it. */
export function refusedByAll(draft: PostDraft, path: string, talk: Around): string | null {
  const faults = faultsAt(draft, path, talk);
  const whole = faults.find(({ effect }) => effect === 'request');
  if (whole !== undefined) return whole.message;
  const networks = chosenNetworks(draft, talk);
  const refusals = networks.map((platform) => faults.find((fault) => fault.platform === platform));
  const [first] = refusals;
  return first === undefined || refusals.includes(undefined) ? null : first.message;
}

/** The first network that would refuse one member, and why; null when all take it. */
export function firstRefusal(draft: PostDraft, path: string, talk: Around): Refusal | null {
  const refusals = faultsAt(draft, path, talk).flatMap(({ platform, message }) =>
    platform === null ? [] : [{ platform, message }],
  );
  return refusals[0] ?? null;
}

/** What one network has against a part of a post. */
interface Refusal {
  readonly platform: Platform;
  readonly message: string;
}
