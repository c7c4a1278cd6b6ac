import { PLATFORMS } from '../../facts/platforms.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { SocialPost } from '../store/social-posts.ts';

/** Says so when nobody may comment on a copy of a post. @see docs/service/posts.md#POST-08 */
export function checkCommentsEnabled({
  platform,
  about,
}: Pick<SocialPost, 'platform' | 'about'>): NetworkFailure | null {
  if (about.commentsDisabled !== true) return null;
  return { code: 1415, message: `Comments are disabled on this ${PLATFORMS[platform].name} post.` };
}
