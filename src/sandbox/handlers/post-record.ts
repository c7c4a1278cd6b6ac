import { isoSeconds } from '../../rules/iso-seconds.ts';
import { postUrl } from '../networks/post-url.ts';
import { sentenceOf } from '../service-failure.ts';
import type { Post, SocialPost } from '../store/posts.ts';
import type { Profile } from '../store/profiles.ts';

/** tiktok's words for a post that has no id of its own: not yet, or never. @see rules POST-02, COM-19 */
const TIKTOK = { pending: 'pending', failed: 'failed', code: 288 } as const;

/**
 * Tells of a post as the service does.
 *
 * @param copies its copies on the networks
 * @see undescribed.md 6.3, 6.5
 */
export function postRecord(post: Post, copies: readonly SocialPost[], { title, refId }: Profile) {
  const { about } = post;
  const refused = copies.filter(({ id }) => id === TIKTOK.failed);
  const scheduled = about.scheduleDate === null ? {} : { scheduleDate: isoSeconds(about.scheduleDate) };
  return {
    id: post.id,
    post: post.text,
    platforms: [...new Set([...about.platforms, ...copies.map(({ platform }) => platform)])],
    postIds: copies.filter((copy) => !refused.includes(copy)).map(postCopy),
    errors: refused.map(({ platform }) => ({
      action: 'post',
      status: 'error',
      code: TIKTOK.code,
      message: sentenceOf(TIKTOK.code),
      platform,
    })),
    status: about.status ?? (refused.length === 0 ? 'success' : 'error'),
    type: about.type,
    created: isoSeconds(post.created),
    ...scheduled,
    mediaUrls: about.mediaUrls,
    urls: [],
    ...(about.notes !== null && { notes: about.notes }),
    profileTitle: title,
    refId,
  } as const;
}

function postCopy({ platform, id }: SocialPost) {
  if (id === TIKTOK.pending) return { status: 'success', id, platform };
  return { status: 'success', id, postUrl: postUrl(platform, id), platform };
}
