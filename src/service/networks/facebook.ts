import * as z from 'zod';
import { GB, HOUR_SECONDS, MB, USUAL_IMAGES } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NestedReplies, type NetworkFacts } from './network-facts.ts';

export const facebook = {
  name: 'Facebook',
  synonyms: ['fb', 'meta'],
  color: { terminal: 68, page: '#1a5fc7' },
  hosts: ['facebook', 'fb'],
  linksPages: true,
  linkDays: 60,
  posts: true,
  post: {
    text: limitCharacters(63_206),
    media: { isRequired: false, images: 10, videos: 1 },
    options: ({ flag, text, texts, part }) => ({
      faceBookOptions: z
        .looseObject({
          reels: flag,
          stories: flag,
          title: text,
          thumbNail: text,
          altText: texts,
          mediaCaptions: texts,
          locationId: text,
          link: text,
          draft: flag,
          scheduledPublishDate: text,
          targeting: part,
          carousel: part,
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 10 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 10 * GB, minSeconds: 0, maxSeconds: 4 * HOUR_SECONDS },
  },
  reelsAndStories: true,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: 'first',
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    bySocialComment: true,
    createWithMedia: true,
    replyBySocialComment: true,
    replyWithMedia: true,
    removeBySocialComment: true,
    newestOnly: true,
    limits: [markSuspected(limitCharacters(8_000))],
    sources: { replyCount: [['commentCount']] },
    record: ({ text, count, flag, sure }) => {
      const FacebookAuthor = z.looseObject({ name: text, id: text });
      const common = {
        ...sure,
        commentCount: count.describe('number of replies'),
        commentUrl: text,
        from: FacebookAuthor.optional().describe('only if the network provides it'),
        likeCount: count,
        platform: text,
        userLikes: flag,
      };
      const FacebookReply = z.looseObject({
        ...common,
        company: flag,
        parent: z
          .looseObject({ createdTime: text, from: FacebookAuthor.optional(), message: text, id: text })
          .optional(),
        get replies(): NestedReplies {
          return z.array(FacebookReply).optional();
        },
      });
      const comment = z.looseObject({ ...common, replies: z.array(FacebookReply).optional() });
      return { comment, reply: FacebookReply };
    },
  },
  // https://developers.facebook.com/docs/messenger-platform/reference/send-api, message.text
  // https://developers.facebook.com/docs/messenger-platform/policy
  messages: { limits: [limitCharacters(2_000)], answerHours: 24 },
  reviews: { limits: [markSuspected(limitCharacters(8_000))], rating: 'recommendation' },
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'commentsCount',
    shares: 'sharesCount',
    impressions: 'impressionsCount',
    reach: 'impressionsUnique',
    clicks: 'clicksCount',
  },
  accountMetrics: {
    followers: 'followersCount',
    newFollowers: 'newFollowersCount',
    impressions: 'pageImpressions',
    reach: 'pageImpressionsUnique',
    profileViews: 'pageViewsTotal',
    engagements: 'pagePostEngagements',
  },
} as const satisfies NetworkFacts;
