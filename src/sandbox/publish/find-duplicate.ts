import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { createTextComparer, type Similarity, type TextComparer } from './compare-content.ts';

/** A published or scheduled post on one network. */
export interface ComparedPost {
  readonly platform: Platform;
  /** The profile, by any key that is unique within the account. */
  readonly profile: string | number;
  /** When it is published, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Times in milliseconds since 1970, both inclusive. */
export interface DuplicateWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * Computes the period in which posts are compared with one published at a time.
 *
 * @see docs/service/limits.md#duplicate-window
 */
export function computeDuplicateWindow(at: number): DuplicateWindow {
  const half = LIMITS.duplicateWindowMs / 2;
  return { from: at - half, to: at + half };
}

/** Networks on which exact duplicates from other profiles count, too. */
const COMPARED_ACROSS_PROFILES: readonly Platform[] = ['twitter'];

/**
 * Finds the post that a new post duplicates (137): one on the same network and of the same profile within the window
 * around it; on X also one with exactly the same text, of any profile of the account.
 *
 * @param others posts of all profiles of the account
 * @param compare pass one for several posts, because it caches texts
 * @returns the first duplicate, or null
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function findDuplicate<Other extends ComparedPost>(
  post: ComparedPost,
  others: readonly Other[],
  compare: TextComparer = createTextComparer(),
): Other | null {
  if (!PLATFORMS[post.platform].checksDuplicates) return null;
  const found = others.find(
    (other) =>
      isInWindow(post, other) &&
      isDuplicate(compare(post.text, other.text), { isOwn: other.profile === post.profile }),
  );
  return found ?? null;
}

function isDuplicate(same: Similarity, { isOwn }: { readonly isOwn: boolean }): boolean {
  return same === 'exact' || (same === 'near' && isOwn);
}

function isInWindow(post: ComparedPost, other: ComparedPost): boolean {
  const { from, to } = computeDuplicateWindow(post.at);
  const mayCount = other.profile === post.profile || COMPARED_ACROSS_PROFILES.includes(post.platform);
  return mayCount && other.platform === post.platform && other.at >= from && other.at <= to;
}
