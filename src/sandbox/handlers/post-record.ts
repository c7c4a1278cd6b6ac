import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { PostStatus } from '../../service/posts.ts';
import { formatFailureMessage, ServiceFailure } from '../http/service-failure.ts';
import { TIKTOK, toCopyResult, toErrorResult } from '../publish/publish-target.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Profile } from '../store/profiles.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { HandlerContext } from './handler.ts';

/** The profile of a post, and the time at which it is read. */
type PostRecordContext = Pick<Profile, 'title' | 'refId'> & {
  /** Default: no post is being processed. */
  readonly now?: number;
};

/**
 * Converts a post to its form in the service.
 *
 * @param copies its copies, one for each network
 * @see docs/service/posts.md#response, #record
 */
export function toPostRecord(
  post: Post,
  copies: readonly SocialPost[],
  { title, refId, now }: PostRecordContext,
) {
  const { about } = post;
  const failed = copies.filter(({ id }) => id === TIKTOK.failed);
  const isKnown = ({ platform }: SocialPost) => about.errors.some((error) => error.platform === platform);
  const errors = [...about.errors, ...failed.filter((copy) => !isKnown(copy)).map(toTikTokError)];
  return {
    id: post.id,
    post: post.text,
    platforms: [...new Set([...about.platforms, ...copies.map(({ platform }) => platform)])],
    postIds: copies.filter((copy) => !failed.includes(copy)).map(toCopyResult),
    errors: errors.map(toErrorResult),
    status: getPostStatus(post, { hasErrors: errors.length > 0, now }),
    type: about.type,
    created: formatIsoSeconds(post.created),
    ...(about.scheduleDate !== null && { scheduleDate: formatIsoSeconds(about.scheduleDate) }),
    mediaUrls: about.mediaUrls,
    urls: about.urls,
    ...(about.notes !== null && { notes: about.notes }),
    ...(about.autoRepostId !== null && { autoRepostId: about.autoRepostId }),
    profileTitle: title,
    refId,
  } as const;
}

/** A due post is being processed until it is published. */
function getPostStatus(
  { dueAt, about }: Post,
  { hasErrors, now = -Infinity }: { readonly hasErrors: boolean; readonly now: number | undefined },
): PostStatus {
  if (about.status === 'pending' && dueAt !== null && dueAt <= now) return 'processing';
  return about.status ?? (hasErrors ? 'error' : 'success');
}

function toTikTokError({ platform }: SocialPost): PostError {
  return { platform, code: TIKTOK.code, message: formatFailureMessage(TIKTOK.code) };
}

/** @throws ServiceFailure 186 when the profile has no such post; `action` is the endpoint's */
export function requirePost(id: string, { store, profile }: Pick<HandlerContext, 'store' | 'profile'>): Post {
  const post = store.posts.find(profile.id, id);
  if (post === undefined) throw new ServiceFailure(186, { id, message: 'The post id was not found.' });
  return post;
}

const WAITING: readonly (PostStatus | null)[] = ['awaiting approval', 'pending', 'paused'];

/** Whether a post waits for its date or for approval, or is paused. */
export function isWaiting({ about: { status } }: Post): boolean {
  return WAITING.includes(status);
}
