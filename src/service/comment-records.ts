import * as z from 'zod';
import type { CommentPlatform } from './platforms.ts';

const text = z.string().optional();
const count = z.number().optional();
const flag = z.boolean().optional();

/** An explicit type, because inference fails for a recursive loose object. */
type Replies = z.ZodOptional<z.ZodArray<z.ZodObject>>;

/** Fields that every comment has, except where a network differs. @see docs/service/comments.md#COM-09 */
const SURE = { comment: z.string(), commentId: z.string(), created: z.string() };

const BlueskyComment = z.looseObject({
  ...SURE,
  displayName: text,
  likeCount: count,
  platform: text,
  profileImageUrl: text,
  quoteCount: count,
  get replies(): Replies {
    return z.array(BlueskyComment).optional();
  },
  replyCount: count,
  replyTo: z.unknown().optional(),
  repostCount: count,
  userName: text,
});

const FacebookAuthor = z.looseObject({ name: text, id: text });

const FACEBOOK = {
  ...SURE,
  commentCount: count.describe('number of replies'),
  commentUrl: text,
  from: FacebookAuthor.optional().describe('only if the network provides it'),
  likeCount: count,
  platform: text,
  userLikes: flag,
};

const FacebookReply = z.looseObject({
  ...FACEBOOK,
  company: flag,
  parent: z
    .looseObject({ createdTime: text, from: FacebookAuthor.optional(), message: text, id: text })
    .optional(),
  get replies(): Replies {
    return z.array(FacebookReply).optional();
  },
});

const FacebookComment = z.looseObject({ ...FACEBOOK, replies: z.array(FacebookReply).optional() });

const INSTAGRAM = {
  comment: z.string(),
  created: z.string(),
  from: z.looseObject({ name: text, id: text, username: text }).optional(),
  hidden: flag,
  likeCount: count,
  parentId: text.describe('only replies have it'),
  platform: text,
  postId: text.describe('the top-level post'),
  user: z.looseObject({ id: text }).optional(),
  userName: text,
  username: text,
};

const InstagramReply = z.looseObject({
  ...INSTAGRAM,
  id: z.string().describe('id of this reply, instead of commentId'),
  get replies(): Replies {
    return z.array(InstagramReply).optional();
  },
});

const InstagramComment = z.looseObject({
  ...INSTAGRAM,
  commentId: z.string(),
  replies: z.array(InstagramReply).optional(),
});

const LinkedInComment = z.looseObject({
  ...SURE,
  commentUrn: text,
  from: z.looseObject({ name: text, id: text, url: text, description: text }).optional(),
  likeCount: count,
  media: z.array(z.looseObject({ type: text, url: text })).optional(),
  platform: text,
  profileImageUrl: text,
  userName: text,
  founded: z.int().optional().describe('year; only companies have it'),
  organizationType: text.describe('only companies have it'),
  website: text.describe('only companies have it'),
});

const RedditComment = z.looseObject({
  ...SURE,
  from: z.looseObject({ name: text, id: text }).optional(),
  commentUrl: text,
  subreddit: text,
  ups: count,
  isSubmitter: flag,
});

const ThreadsComment = z.looseObject({
  ...SURE,
  commentUrl: text,
  hasReplies: flag,
  isQuotePost: flag,
  isReply: flag,
  isReplyOwnedByMe: flag,
  mediaType: text,
  parentId: text,
  platform: text,
  postId: text,
  get replies(): Replies {
    return z.array(ThreadsComment).optional();
  },
  replyAudience: text,
  shortcode: text,
  userName: text,
});

const TIKTOK = {
  comment: z.string(),
  commentId: z.string(),
  liked: flag,
  owner: flag,
  profileImageUrl: text,
  status: text,
  userId: text,
  username: text,
  videoId: text.describe('Social Post ID'),
};

const TikTokReply = z.looseObject({
  ...TIKTOK,
  createTime: z.string().describe('YYYY-MM-DD hh:mm:ss, UTC, in place of created'),
  likes: count,
  parentCommentId: text,
});

const TikTokComment = z.looseObject({
  ...TIKTOK,
  created: z.string(),
  displayName: text,
  likeCount: count,
  pinned: flag,
  platform: text,
  replies: z.array(TikTokReply).optional(),
  visibility: text,
});

const XMetrics = z.looseObject({
  followersCount: count,
  followingCount: count,
  tweetCount: count,
  listedCount: count,
  likeCount: count,
  mediaCount: count,
});

const XComment = z.looseObject({
  ...SURE,
  bookmarkCount: count,
  description: text,
  id: text.describe('Social Post ID'),
  impressionCount: count,
  likeCount: count,
  name: text,
  platform: text,
  profileImageUrl: text,
  publicMetrics: XMetrics.optional(),
  quoteCount: count,
  referencedTweets: z.array(z.looseObject({ type: text, id: text })).optional(),
  replyCount: count,
  replyTo: z
    .looseObject({
      createdAt: text,
      description: text,
      id: text,
      location: text,
      name: text,
      profileImageUrl: text,
      publicMetrics: XMetrics.optional(),
      url: text,
      username: text,
    })
    .optional(),
  threadNumber: count.describe('position in a thread'),
  userName: text,
});

const YOUTUBE = {
  ...SURE,
  channelUrl: text,
  likeCount: count,
  platform: text,
  profileImageUrl: text,
  userName: text,
};

const YouTubeReply = z.looseObject({ ...YOUTUBE, parentId: text });

const YouTubeComment = z.looseObject({
  ...YOUTUBE,
  isPublic: flag,
  replies: z.array(YouTubeReply).optional(),
});

/** The comment and reply of one network as the service returns them; null if replies are not included. */
interface CommentRecord {
  comment: z.ZodObject;
  reply: z.ZodObject | null;
}

/**
 * The shape of a comment of each network, including replies. Only what COM-09 guarantees is required; other fields
 * pass through.
 *
 * @see docs/service/comments.md#record, #COM-08 to #COM-10, #COM-12
 */
export const COMMENT_RECORDS: Readonly<Record<CommentPlatform, CommentRecord>> = {
  bluesky: { comment: BlueskyComment, reply: BlueskyComment },
  facebook: { comment: FacebookComment, reply: FacebookReply },
  instagram: { comment: InstagramComment, reply: InstagramReply },
  linkedin: { comment: LinkedInComment, reply: null },
  reddit: { comment: RedditComment, reply: null },
  threads: { comment: ThreadsComment, reply: ThreadsComment },
  tiktok: { comment: TikTokComment, reply: TikTokReply },
  twitter: { comment: XComment, reply: null },
  youtube: { comment: YouTubeComment, reply: YouTubeReply },
};
