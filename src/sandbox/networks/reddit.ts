import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { isOwn, type NetworkShape } from './network-shape.ts';

/** @see docs/service/comments.md#record: no field there holds replies, so they stand in the list */
export const REDDIT: NetworkShape = {
  replies: 'beside',
  comment: (placed) => ({
    comment: placed.comment.text,
    commentId: placed.comment.id,
    created: formatIsoSeconds(placed.comment.created),
    from: { name: placed.comment.author.handle, id: placed.comment.author.id },
    commentUrl: `https://reddit.example/r/${placed.post.subreddit}/comments/${placed.post.id}/_/${placed.comment.id}`,
    subreddit: placed.post.subreddit,
    ups: placed.comment.likes,
    isSubmitter: isOwn(placed),
  }),
};
