import { buildPostUrl } from '../networks/post-url.ts';
import { getFailureAction } from '../service-failure.ts';
import type { PostError } from '../store/posts.ts';
import type { SocialPost } from '../store/social-posts.ts';

/**
 * tiktok's words for a post that has no id of its own: not yet, or never.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
export const TIKTOK = { pending: 'pending', failed: 'failed', code: 288 } as const;

/** Tells of a copy as `postIds` does. @see docs/service/posts.md#response, #POST-01 */
export function toCopyResult({ platform, id, about }: SocialPost) {
  const { warnings, usedQuota, idShare, isVideo, owner, type } = about;
  return {
    status: 'success',
    id,
    ...(id !== TIKTOK.pending && { postUrl: buildPostUrl(platform, id) }),
    ...(idShare !== undefined && { idShare }),
    ...(isVideo !== undefined && { isVideo }),
    ...(owner !== undefined && { owner }),
    ...(type !== undefined && { type }),
    platform,
    ...(usedQuota !== undefined && { usedQuota }),
    ...(warnings !== undefined && { warnings }),
  } as const;
}

/** Tells of a network that did not take it as `errors` does. @see docs/service/posts.md#response */
export function toErrorResult(error: PostError) {
  return { action: getFailureAction(error.code, 'post'), status: 'error', ...error } as const;
}
