/** A post after processing, as in its record. */
export interface ProcessedPost {
  readonly status: string;
  /** Service Post ID. */
  readonly id: string;
  /** One entry for each network that rejected it. */
  readonly errors: readonly object[];
  /** One entry for each network that published it. */
  readonly postIds: readonly object[];
}

/** The TikTok copy whose id became known. */
export interface KnownVideo {
  readonly idShare: string;
  readonly isVideo: boolean;
  readonly postUrl: string;
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
