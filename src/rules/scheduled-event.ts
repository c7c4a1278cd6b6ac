/** How a post went, once its networks were asked. */
export interface ProcessedPost {
  /** Service Post ID. */
  readonly id: string;
  /** Its copies, one a network that took it. */
  readonly postIds: readonly object[];
  /** One entry a network that did not. */
  readonly errors: readonly object[];
}

/** A tiktok video whose id became known. */
export interface PublishedVideo {
  readonly idShare: string;
  readonly postUrl: string;
  readonly isVideo: boolean;
}

/**
 * The fields of an event of `scheduled`. It succeeded only where every network took it.
 *
 * @see undescribed.md 4.2; service.md, Errors, Envelope, `status`; rule HOOK-25
 */
export function scheduledEvent({ id, postIds, errors }: ProcessedPost) {
  return { status: errors.length === 0 ? 'success' : 'error', id, errors, postIds };
}

/**
 * The same once the id of the tiktok video is known, which follows the plain one and is told of immediate posts too.
 *
 * @param post as it stands now: its copy on tiktok has the id of the video
 * @see undescribed.md 4.2; rules HOOK-25, POST-02
 */
export function tikTokPublishedEvent(post: ProcessedPost, { idShare, postUrl, isVideo }: PublishedVideo) {
  return {
    subAction: 'tikTokPublished',
    ...scheduledEvent(post),
    idShare,
    isVideo,
    platform: 'tiktok',
    postUrl,
  };
}
