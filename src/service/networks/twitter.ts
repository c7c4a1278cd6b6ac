import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { GB, MB, WEB_IMAGES } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NetworkFacts } from './network-facts.ts';

export const twitter = {
  name: 'X',
  synonyms: ['tweet'],
  color: { terminal: 245, page: '#2b3336' },
  hosts: ['twitter', 'x'],
  otherLogin: 'former',
  usesOwnApp: true,
  abilities: (onOff) => ({
    premium: onOff.describe('X: off refuses longPost on a single post (111)'),
    subscriptions: onOff.describe('X: off refuses subscribersOnly (111)'),
    longVideo: onOff.describe('X: off refuses longVideo (182)'),
  }),
  posts: true,
  post: {
    // https://docs.x.com/fundamentals/counting-characters; forbidden: as its library twitter-text has it
    text: { unit: 'weighted', max: 280, long: 25_000, forbidden: '\uFEFF\uFFFE\uFFFF' },
    media: { isRequired: false, images: 4, videos: 1 },
    threadOptions: 'twitterOptions', // docs/service/limits.md#thread-length
    options: ({ flag, threadMedia }) => {
      const xOptions = z
        .looseObject({
          thread: flag,
          threadNumber: flag,
          longPost: flag,
          longVideo: flag,
          subscribersOnly: flag,
          mediaUrls: threadMedia,
        })
        .optional();
      return { twitterOptions: xOptions, xOptions };
    },
  },
  media: {
    image: { maxBytes: 15 * MB, types: WEB_IMAGES },
    video: {
      maxBytes: 16 * GB,
      minSeconds: LIMITS.xVideoSeconds.min, // docs/service/posts.md#POST-13
      maxSeconds: LIMITS.xVideoSeconds.max,
      longMaxSeconds: LIMITS.xVideoSeconds.longMax,
    },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'all-profiles',
  linkCard: 'last',
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    createWithMedia: true,
    replyBySocialComment: true,
    removeBySocialComment: true,
    areReplyPosts: true,
    isFlat: true,
    emptyIfDeleted: true,
    // a reply is a post, and accounts with premium have longer ones
    limits: [markSuspected({ unit: 'weighted', max: 280 })],
    sources: { name: [['name']] },
    record: ({ text, count, sure }) => {
      const XMetrics = z.looseObject({
        followersCount: count,
        followingCount: count,
        tweetCount: count,
        listedCount: count,
        likeCount: count,
        mediaCount: count,
      });
      const comment = z.looseObject({
        ...sure,
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
      return { comment, reply: null };
    },
  },
  // https://developer.x.com/en/docs/x-api/direct-messages/manage/api-reference: text of each of the three methods
  messages: { limits: [limitCharacters(10_000)], isPaged: true, needsConversation: true },
  reviews: null,
  refreshGrows: true,
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'replyCount',
    shares: 'retweetCount',
    quotes: 'quoteCount',
    saves: 'bookmarkCount',
    impressions: 'impressionCount',
    clicks: 'urlLinkClicks',
  },
  repeatsMetricsIn: 'publicMetrics',
  accountMetrics: { followers: 'followersCount', newFollowers: 'newFollowersCount' },
} as const satisfies NetworkFacts;
