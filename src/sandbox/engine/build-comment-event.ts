/** A new comment to report. */
export interface CommentEventInput {
  /** Service Post ID of the post; null if the service did not publish it. */
  readonly postId: string | null;
  readonly id: string;
  readonly text: string;
  readonly from: { readonly id: string; readonly username: string | null };
  readonly media: { readonly id: string; readonly kind: keyof typeof MEDIA_TYPES };
}

/** Ours: Instagram's terms. */
const MEDIA_TYPES = { post: 'FEED', reel: 'REELS', story: 'STORY' } as const;

/** Builds the fields of a `comments` event. @see docs/service/webhooks.md#envelope, #HOOK-25 */
export function buildCommentEvent({ postId, id, text, from, media }: CommentEventInput) {
  return {
    postId,
    id,
    text,
    from: { id: from.id, username: from.username },
    media: { id: media.id, type: MEDIA_TYPES[media.kind] },
  };
}
