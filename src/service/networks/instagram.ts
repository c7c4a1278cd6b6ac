import * as z from 'zod';
import { MB, MINUTE_SECONDS, MP4_AND_MOV } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NestedReplies, type NetworkFacts } from './network-facts.ts';

export const instagram = {
  name: 'Instagram',
  synonyms: ['insta', 'ig'],
  color: { terminal: 169, page: '#a8286b' },
  hosts: ['instagr', 'instagram'],
  otherLogin: 'page',
  linkDays: 60,
  abilities: () => ({
    kind: z.enum(['professional', 'personal']).describe('Instagram: personal accounts cannot publish (239)'),
  }),
  posts: true,
  post: {
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media, caption
    text: {
      ...limitCharacters(2_200),
      hashtags: 30,
      hashtagsOfApp: 5, // since December 2025
      mentions: 20,
    },
    // the same page, alt_text
    optionTexts: { altText: limitCharacters(1_000) },
    // media are required: docs/service/errors.md#code-139
    media: { isRequired: true, images: 10, videos: 10, together: 10 },
    collaborators: 3, // docs/service/posts.md#options
    trialReels: true,
    isLoneVideoReel: true,
    options: ({ flag, text, texts, whole, unjudged }) => ({
      instagramOptions: z
        .looseObject({
          stories: flag,
          reels: flag,
          shareReelsFeed: flag,
          thumbNail: text,
          thumbNailOffset: whole,
          audioName: text,
          audioConfiguration: z
            .looseObject({ audioId: text, audioVolume: unjudged, videoVolume: unjudged })
            .optional(),
          audioVolume: unjudged,
          videoVolume: unjudged,
          trialParams: unjudged,
          altText: texts,
          locationId: text,
          userTags: z
            .array(
              z.looseObject({ username: z.string(), x: z.number().optional(), y: z.number().optional() }),
            )
            .optional(),
          collaborators: texts,
          isAIGenerated: flag,
          autoResize: flag,
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 8 * MB, types: ['image/jpeg'] },
    video: { maxBytes: 300 * MB, minSeconds: 3, maxSeconds: 15 * MINUTE_SECONDS, types: MP4_AND_MOV },
  },
  reelsAndStories: true,
  deletesPublished: 'page-login',
  checksDuplicates: 'own-profile',
  linkCard: null,
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    bySocialComment: true,
    replyBySocialComment: true,
    removeBySocialComment: true,
    disable: true,
    newestOnly: true,
    limits: [markSuspected(limitCharacters(2_200))],
    sources: {
      // a reply has `id`
      id: [['commentId'], ['id']],
      authorId: [
        ['from', 'id'],
        ['user', 'id'],
      ],
      handle: [['from', 'username'], ['username'], ['userName']],
    },
    record: ({ text, count, flag }) => {
      const common = {
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
        ...common,
        id: z.string().describe('id of this reply, instead of commentId'),
        get replies(): NestedReplies {
          return z.array(InstagramReply).optional();
        },
      });
      const comment = z.looseObject({
        ...common,
        commentId: z.string(),
        replies: z.array(InstagramReply).optional(),
      });
      return { comment, reply: InstagramReply };
    },
  },
  // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api
  // https://developers.facebook.com/docs/messenger-platform/policy
  messages: { limits: [{ unit: 'bytes', max: 1_000 }], answerHours: 24 },
  reviews: null,
  automations: true,
  postMetrics: {
    likes: 'likeCount',
    comments: 'commentsCount',
    shares: 'sharesCount',
    saves: 'savedCount',
    views: 'viewsCount',
    reach: 'reachCount',
    follows: 'followsCount',
  },
  storyMetrics: true,
  accountMetrics: {
    followers: 'followersCount',
    newFollowers: 'newFollowersCount',
    impressions: 'viewsCount',
    reach: 'reachCount',
    profileViews: 'profileViewsCount',
    engagements: 'totalInteractionsCount',
    clicks: 'websiteClicksCount',
  },
} as const satisfies NetworkFacts;
