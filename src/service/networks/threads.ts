import * as z from 'zod';
import { GB, MB, MINUTE_SECONDS, MP4_AND_MOV } from '../media-limits.ts';
import { COMMENTS_BY_POST, type NestedReplies, type NetworkFacts } from './network-facts.ts';

export const threads = {
  name: 'Threads',
  color: { terminal: 139, page: '#333' },
  hosts: ['threads'],
  linkDays: 60,
  abilities: (onOff) => ({ geo: onOff.describe('Threads: off refuses allowCountries (101)') }),
  posts: true,
  post: {
    // https://developers.facebook.com/docs/threads/posts, and /create-posts/text-attachments for links
    text: { unit: 'emojiBytes', max: 500, links: 5 },
    media: { isRequired: false, images: 20, videos: 20, together: 20 },
    threadOptions: 'threadsOptions', // docs/service/limits.md#thread-length
    options: ({ flag, texts, threadMedia }) => ({
      threadsOptions: z
        .looseObject({ allowCountries: texts, thread: flag, threadNumber: flag, mediaUrls: threadMedia })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 8 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 1 * GB, minSeconds: 0, maxSeconds: 5 * MINUTE_SECONDS, types: MP4_AND_MOV },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: 'first',
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    // a reply is a post: https://developers.facebook.com/docs/threads/posts
    limits: [{ unit: 'emojiBytes', max: 500 }],
    record: ({ text, flag, sure }) => {
      const ThreadsComment = z.looseObject({
        ...sure,
        commentUrl: text,
        hasReplies: flag,
        isQuotePost: flag,
        isReply: flag,
        isReplyOwnedByMe: flag,
        mediaType: text,
        parentId: text,
        platform: text,
        postId: text,
        get replies(): NestedReplies {
          return z.array(ThreadsComment).optional();
        },
        replyAudience: text,
        shortcode: text,
        userName: text,
      });
      return { comment: ThreadsComment, reply: ThreadsComment };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'replyCount',
    shares: 'repostCount',
    quotes: 'quoteCount',
    views: 'viewCount',
  },
  accountMetrics: {
    followers: 'followersCount',
    newFollowers: 'newFollowersCount',
    impressions: 'viewsCount',
  },
} as const satisfies NetworkFacts;
