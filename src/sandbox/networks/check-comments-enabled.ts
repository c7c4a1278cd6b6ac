import { PLATFORMS } from '../../service/platforms.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { NetworkFailure } from './network-failure.ts';

/** Refuses a comment when comments are disabled on a copy. @see docs/service/posts.md#POST-08 */
export function checkCommentsEnabled({
  platform,
  about,
}: Pick<SocialPost, 'platform' | 'about'>): NetworkFailure | null {
  if (about.commentsDisabled !== true) return null;
  return { code: 1415, message: `Comments are disabled on this ${PLATFORMS[platform].name} post.` };
}
