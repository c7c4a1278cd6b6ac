import { deriveShortcode } from './derived-ids.ts';
import { isOwn, type NetworkShape } from './network-shape.ts';
import { formatIsoOffset } from './network-time.ts';

/** @see docs/service/comments.md#record: a reply looks like a comment */
export const THREADS: NetworkShape = {
  replies: 'nested',
  comment(placed) {
    const { comment, post, replies } = placed;
    const shortcode = deriveShortcode(comment.id);
    return {
      comment: comment.text,
      commentId: comment.id,
      commentUrl: `https://threads.example/@${comment.author.handle}/post/${shortcode}`,
      created: formatIsoOffset(comment.created),
      hasReplies: comment.replies.length > 0,
      isQuotePost: false,
      isReply: true,
      isReplyOwnedByMe: isOwn(placed),
      mediaType: 'TEXT_POST',
      parentId: comment.parentId ?? post.id,
      platform: post.platform,
      postId: post.id,
      replies,
      replyAudience: 'EVERYONE',
      shortcode,
      userName: comment.author.handle,
    };
  },
};
