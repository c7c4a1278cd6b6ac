import { LIMITS } from '../facts/limits.ts';
import { PLATFORMS, type Platform } from '../facts/platforms.ts';
import { createTextComparer, type Similarity, type TextComparer } from './compare-content.ts';

/** A post as one network has it, or will have it. */
export interface ComparedPost {
  readonly platform: Platform;
  /** Whose it is, by any key that tells the profiles of an account apart. */
  readonly profile: string | number;
  /** When it stands there, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Moments in milliseconds since 1970; both are part of it. */
export interface DuplicateWindow {
  readonly from: number;
  readonly to: number;
}

/** When posts are compared with one that stands at a moment. @see docs/service/limits.md#duplicate-window */
export function computeDuplicateWindow(at: number): DuplicateWindow {
  const half = LIMITS.duplicateWindowMs / 2;
  return { from: at - half, to: at + half };
}

/** Where an exact duplicate of another profile counts, too. */
const COMPARED_ACROSS_PROFILES: readonly Platform[] = ['twitter'];

/**
 * Finds what a new post repeats (137): a post of the same network, within the window around it, of its own profile; on X
 * one with exactly its text, of any profile of the account.
 *
 * @param others of the profiles of one account
 * @param compare keeps what it knows of texts, for whoever asks about several posts
 * @returns the first of them; null when it may go out
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
