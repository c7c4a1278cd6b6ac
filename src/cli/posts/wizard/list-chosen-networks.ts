import { listPostNetworks } from '../../../domain/posts/get-network-post.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { POSTING } from '../../profiles/linked-accounts.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
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
