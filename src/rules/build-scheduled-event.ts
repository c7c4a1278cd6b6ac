/** A post after it was published, or refused, as its record tells of it. */
export interface ProcessedPost {
  readonly status: string;
  /** Service Post ID. */
  readonly id: string;
  /** One entry for each network that refused it. */
  readonly errors: readonly object[];
  /** One entry for each network that took it. */
  readonly postIds: readonly object[];
}

/** The tiktok copy whose id became known. */
export interface KnownVideo {
  readonly idShare: string;
  readonly isVideo: boolean;
  readonly postUrl: string;
}

/** The fields of an event of `scheduled`. @see docs/service/webhooks.md#envelope, #HOOK-25 */
export function buildScheduledEvent({ status, id, errors, postIds }: ProcessedPost) {
  return { status, id, errors, postIds };
}

/**
 * The fields of the one that follows when the id of a tiktok video is known.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/posts.md#POST-02
 */
export function buildTikTokPublishedEvent(post: ProcessedPost, { idShare, isVideo, postUrl }: KnownVideo) {
  return {
    subAction: 'tikTokPublished',
    ...buildScheduledEvent(post),
    idShare,
    isVideo,
    platform: 'tiktok',
    postUrl,
  };
}
