import type { CommentPlatform, Platform, ReviewPlatform } from '../../service/platforms.ts';
import { generateRandomText, type Random } from '../generate-ids.ts';
import type { CommentIdContext } from './behavior/simulated-network.ts';
import { SIMULATED_NETWORKS } from './behavior/simulated-networks.ts';

const drawLetters = (random: Random) => (alphabet: string, length: number) =>
  generateRandomText(random, alphabet, length);

/** A random id in the network's format. */
export function createSocialPostId(platform: Platform, account: { id: string }, random: Random): string {
  return SIMULATED_NETWORKS[platform].createPostId(drawLetters(random), account);
}

/** A random id in the network's format. */
export function createSocialCommentId(
  platform: CommentPlatform,
  place: CommentIdContext,
  random: Random,
): string {
  return SIMULATED_NETWORKS[platform].comments.createId(drawLetters(random), place);
}

/** A random id in the network's format. */
export function createReviewId(platform: ReviewPlatform, random: Random): string {
  return SIMULATED_NETWORKS[platform].createReviewId(drawLetters(random));
}

/** An id in the network's format, derived from the handle. */
export function deriveUserId(platform: Platform, handle: string): string {
  return SIMULATED_NETWORKS[platform].deriveUserId(`${platform}/${handle}`);
}

/** URL of a post on its network; not served. */
export function buildPostUrl(platform: Platform, id: string): string {
  return `https://${platform}.example/p/${encodeURIComponent(id)}`;
}
