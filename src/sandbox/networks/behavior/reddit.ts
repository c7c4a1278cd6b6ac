import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { BASE_36, deriveLetters } from '../derive-ids.ts';
import { isOwn, type NetworkShape } from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record: no field there holds replies, so they stand in the list */
const SHAPE: NetworkShape = {
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

export const reddit = {
  createPostId: (letters) => `t3_1${letters(BASE_36, 6)}`,
  deriveUserId: (name) => `t2_${deriveLetters(name, BASE_36, 8)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 10 * HOUR_MS, viewsPerLike: 40 },
  accountSize: 60,
  nameCounts: ({ likes, comments }) => ({ ups: likes, numComments: comments }),
  comments: { createId: (letters) => `t1_m${letters(BASE_36, 6)}`, shape: SHAPE },
} satisfies SimulatedNetwork;
