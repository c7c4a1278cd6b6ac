import { HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters, deriveShortcode } from '../derive-ids.ts';
import { formatIsoOffset, isOwn, type NetworkShape } from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record: a reply looks like a comment */
const SHAPE: NetworkShape = {
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

export const threads = {
  createPostId: (letters) => `180${letters(DIGITS, 14)}`,
  deriveUserId: (name) => `2${deriveLetters(name, DIGITS, 16)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 10 * HOUR_MS, per100Likes: { shares: 12, quotes: 4, saves: 0 } },
  accountSize: 65,
  nameCounts: ({ likes, comments, shares, quotes, views }) => ({
    likeCount: likes,
    replyCount: comments,
    repostCount: shares,
    quoteCount: quotes,
    viewCount: views,
  }),
  comments: { createId: (letters) => `180${letters(DIGITS, 14)}`, shape: SHAPE },
} satisfies SimulatedNetwork;
