import { findPostFaults } from '../../../domain/posts/find-post-faults.ts';
import type { PostFault } from '../../../domain/posts/post-fault.ts';
import type { Platform } from '../../../service/platforms.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
import { toPost } from './to-post.ts';

type FaultContext = Pick<PostWizardContext, 'accounts' | 'now'>;

/** Finds the faults and warnings of a draft. */
export function findDraftFaults(draft: PostDraft, wizard: FaultContext): readonly PostFault[] {
  return findPostFaults(toPost(draft), { platforms: listChosenNetworks(draft, wizard), now: wizard.now() });
}

/** The faults of one field and its members. @param path such as `redditOptions.title` */
export function findFaultsAt(draft: PostDraft, path: string, wizard: FaultContext): readonly PostFault[] {
  return findDraftFaults(draft, wizard).filter(
    ({ path: at, effect }) =>
      effect !== 'warning' && (at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)),
  );
}

/** The fault that a field has on every network; null if a network accepts it. */
export function findSharedFault(draft: PostDraft, path: string, wizard: FaultContext): string | null {
  const faults = findFaultsAt(draft, path, wizard);
  const whole = faults.find(({ effect }) => effect === 'request');
  if (whole !== undefined) return whole.message;
  const networks = listChosenNetworks(draft, wizard);
  const refusals = networks.map((platform) => faults.find((fault) => fault.platform === platform));
  const [first] = refusals;
  return first === undefined || refusals.includes(undefined) ? null : first.message;
}

/** The first network that would refuse a field, with its reason; null if all accept it. */
export function findFirstRefusal(
  draft: PostDraft,
  path: string,
  wizard: FaultContext,
): NetworkRefusal | null {
  const refusals = findFaultsAt(draft, path, wizard).flatMap(({ platform, message }) =>
    platform === null ? [] : [{ platform, message }],
  );
  return refusals[0] ?? null;
}

/** Why a network would refuse a part of a post. */
interface NetworkRefusal {
  readonly platform: Platform;
  readonly message: string;
}
