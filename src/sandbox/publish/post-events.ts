import { enqueueEvent } from '../engine/events.ts';
import type { ChangePorts } from '../engine/ports.ts';
import { toPostRecord } from '../handlers/posts/get-history.ts';
import { buildPostUrl } from '../networks/network-ids.ts';
import type { Post } from '../store/posts.ts';
import { findProfile } from '../store/profiles.ts';
import { listCopies, type StoredSocialPost } from '../store/social-posts.ts';

/**
 * Enqueues the event that a scheduled post was processed, and again for a post that was retried. The caller holds the
 * transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueScheduled(context: ChangePorts, post: Post): void {
  const { id, profile, about } = post;
  enqueueEvent(context, {
    profile,
    action: 'scheduled',
    key: `scheduled:${id}${about.retried ? ':again' : ''}`,
    event: buildScheduledEvent(toProcessedPost(context, post)),
    at: context.now(),
  });
}

/**
 * Enqueues the event that the id of a TikTok copy is known. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/posts.md#POST-02
 */
export function enqueueTikTokPublished(
  context: ChangePorts,
  post: Post,
  { platform, id, about }: StoredSocialPost,
): void {
  const { idShare = '', isVideo = false } = about;
  const video = { idShare, isVideo, postUrl: buildPostUrl(platform, id) };
  enqueueEvent(context, {
    profile: post.profile,
    action: 'scheduled',
    key: `tikTokPublished:${id}`,
    event: buildTikTokPublishedEvent(toProcessedPost(context, post), video),
    at: context.now(),
  });
}

/** The post as its record shows it now. */
function toProcessedPost({ store }: ChangePorts, post: Post): ProcessedPost {
  const profile = findProfile(store, post.profile);
  if (profile === undefined) throw new Error('a post without its profile');
  return toPostRecord(post, listCopies(store, post.id), profile);
}

/** A post after processing, as in its record. */
interface ProcessedPost {
  status: string;
  /** Service Post ID. */
  id: string;
  /** One entry for each network that rejected it. */
  errors: readonly object[];
  /** One entry for each network that published it. */
  postIds: readonly object[];
}

/** Builds the fields of a `scheduled` event. @see docs/service/webhooks.md#envelope, #HOOK-25 */
export function buildScheduledEvent({ status, id, errors, postIds }: ProcessedPost) {
  return { status, id, errors, postIds };
}

/**
 * Builds the fields of the event that is sent once the id of a TikTok video is known.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/posts.md#POST-02
 */
export function buildTikTokPublishedEvent(
  post: ProcessedPost,
  video: { idShare: string; isVideo: boolean; postUrl: string },
) {
  const { idShare, isVideo, postUrl } = video;
  const known = { idShare, isVideo, platform: 'tiktok', postUrl };
  return { subAction: 'tikTokPublished', ...buildScheduledEvent(post), ...known };
}
