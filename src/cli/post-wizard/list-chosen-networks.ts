import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { listPostNetworks } from '../../rules/get-network-post.ts';
import { POSTING } from './linked-accounts.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';
import { toPost } from './to-post.ts';

/** The networks of a draft. */
export function listChosenNetworks(
  draft: PostDraft,
  { accounts }: Pick<PostWizardContext, 'accounts'>,
): readonly Platform[] {
  return listPostNetworks(toPost(draft), accounts === null ? POSTING : [...accounts.keys()]);
}

/** Joins network names for a sentence: `Instagram, Threads and X`. */
export function joinNetworkNames(networks: readonly Platform[]): string {
  const names = networks.map((platform) => PLATFORMS[platform].name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
