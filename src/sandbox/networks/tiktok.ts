import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import {
  buildPortraitUrl,
  type CommentContext,
  type CommentFields,
  isOwn,
  type NetworkShape,
} from './network-shape.ts';
import { formatSpaced } from './network-time.ts';

/** @see docs/service/comments.md#record, #COM-09: a reply has `createTime` in place of `created` */
export const TIKTOK: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...buildTikTokFields(placed),
    created: formatIsoSeconds(placed.comment.created),
    displayName: placed.comment.author.name,
    likeCount: placed.comment.likes,
    pinned: false,
    platform: placed.post.platform,
    replies: placed.replies,
    visibility: 'PUBLIC',
  }),
  reply: (placed) => ({
    ...buildTikTokFields(placed),
    createTime: formatSpaced(placed.comment.created),
    likes: placed.comment.likes,
    parentCommentId: placed.thread.id,
  }),
};

function buildTikTokFields(placed: CommentContext): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    commentId: comment.id,
    liked: false,
    owner: isOwn(placed),
    profileImageUrl: buildPortraitUrl(post, comment.author),
    status: 'PUBLIC',
    userId: comment.author.id,
    username: comment.author.handle,
    videoId: post.id,
  };
}
