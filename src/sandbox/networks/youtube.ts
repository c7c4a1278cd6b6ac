import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import {
  buildPortraitUrl,
  type CommentContext,
  type CommentFields,
  type NetworkShape,
} from './network-shape.ts';

/** @see docs/service/comments.md#record */
export const YOUTUBE: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({ ...buildYouTubeFields(placed), isPublic: true, replies: placed.replies }),
  reply: (placed) => ({ ...buildYouTubeFields(placed), parentId: placed.thread.id }),
};

function buildYouTubeFields({ comment, post }: CommentContext): CommentFields {
  return {
    channelUrl: `https://youtube.example/channel/${comment.author.id}`,
    comment: comment.text,
    commentId: comment.id,
    created: formatIsoSeconds(comment.created),
    likeCount: comment.likes,
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    userName: comment.author.handle,
  };
}
