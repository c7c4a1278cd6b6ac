import { getFailureAction } from '../http/service-failure.ts';
import { buildPostUrl } from '../networks/post-url.ts';
import type { PostError } from '../store/posts.ts';
import type { SocialPost } from '../store/social-posts.ts';

/**
 * Ids of TikTok posts without an id of their own: not yet, or never.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
export const TIKTOK = { pending: 'pending', failed: 'failed', code: 288 } as const;

/** A copy, as in `postIds`. @see docs/service/posts.md#response, #POST-01 */
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

/** A network's rejection, as in `errors`. @see docs/service/posts.md#response */
export function toErrorResult(error: PostError) {
  return { action: getFailureAction(error.code, 'post'), status: 'error', ...error } as const;
}
