import * as z from 'zod';
import { GB, MB, MINUTE_SECONDS, USUAL_IMAGES } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NetworkFacts } from './network-facts.ts';

export const linkedin = {
  name: 'LinkedIn',
  synonyms: ['li'],
  color: { terminal: 30, page: '#0a5a94' },
  hosts: ['linkedin'],
  linkDays: 60,
  posts: true,
  post: {
    // https://www.linkedin.com/help/linkedin/answer/a528176
    text: limitCharacters(3_000),
    // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api, altText
    optionTexts: { altText: limitCharacters(4_086) },
    media: { isRequired: false, images: 20, videos: 1 },
    options: ({ flag, text, texts, part }) => ({
      linkedInOptions: z
        .looseObject({
          altText: texts,
          disableShare: flag,
          targeting: part,
          thumbNail: text,
          title: text,
          titles: texts,
          visibility: z
            .enum(['public', 'connections', 'loggedin'], 'must be one of public, connections, loggedin')
            .optional(),
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 10 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 5 * GB, minSeconds: 3, maxSeconds: 30 * MINUTE_SECONDS },
  },
  reelsAndStories: false,
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
    replyNeeds: 'commentUrn',
    disable: true,
    limits: [markSuspected(limitCharacters(1_250))],
    record: ({ text, count, sure }) => {
      const comment = z.looseObject({
        ...sure,
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
      return { comment, reply: null };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'commentCount',
    shares: 'repostCount',
    impressions: 'impressionCount',
    reach: 'uniqueImpressionsCount',
    clicks: 'clickCount',
  },
  metricsNeedPermission: true,
  accountMetrics: {
    followers: 'followersCount',
    newFollowers: 'newFollowersCount',
    impressions: 'impressionCount',
    reach: 'uniqueImpressionsCount',
    engagements: 'engagementCount',
    clicks: 'clickCount',
  },
} as const satisfies NetworkFacts;
