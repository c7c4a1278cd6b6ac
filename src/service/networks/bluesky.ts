import * as z from 'zod';
import { MB, MINUTE_SECONDS, WEB_IMAGES } from '../media-limits.ts';
import { COMMENTS_BY_POST, type NestedReplies, type NetworkFacts } from './network-facts.ts';

export const bluesky = {
  name: 'Bluesky',
  synonyms: ['bsky'],
  color: { terminal: 74, page: '#0a66b8' },
  hosts: ['bluesky', 'bsky'],
  posts: true,
  post: {
    // https://github.com/bluesky-social/atproto: lexicons/app/bsky/feed/post.json, maxGraphemes and maxLength
    text: { unit: 'graphemes', max: 300, bytes: 3_000 },
    media: { isRequired: false, images: 4, videos: 1 },
    options: ({ part }) => ({ blueSkyOptions: part }),
  },
  media: {
    image: { maxBytes: 2 * MB, types: WEB_IMAGES },
    video: { maxBytes: 100 * MB, minSeconds: 0, maxSeconds: 3 * MINUTE_SECONDS },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: 'first',
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    replyBySocialComment: true,
    areReplyPosts: true,
    // a reply is a post: lexicons/app/bsky/feed/post.json
    limits: [
      { unit: 'graphemes', max: 300 },
      { unit: 'bytes', max: 3_000 },
    ],
    sources: { name: [['displayName']] },
    record: ({ text, count, sure }) => {
      const BlueskyComment = z.looseObject({
        ...sure,
        displayName: text,
        likeCount: count,
        platform: text,
        profileImageUrl: text,
        quoteCount: count,
        get replies(): NestedReplies {
          return z.array(BlueskyComment).optional();
        },
        replyCount: count,
        replyTo: z.unknown().optional(),
        repostCount: count,
        userName: text,
      });
      return { comment: BlueskyComment, reply: BlueskyComment };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: { likes: 'likeCount', comments: 'replyCount', shares: 'repostCount', quotes: 'quoteCount' },
  accountMetrics: { followers: 'followersCount', newFollowers: 'newFollowersCount' },
} as const satisfies NetworkFacts;
