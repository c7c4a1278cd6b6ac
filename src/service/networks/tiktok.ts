import * as z from 'zod';
import { GB, MB, MINUTE_SECONDS, MP4_AND_MOV } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NetworkFacts } from './network-facts.ts';

export const tiktok = {
  name: 'TikTok',
  synonyms: ['tt'],
  color: { terminal: 36, page: '#0f4f52' },
  hosts: ['tiktok'],
  linkDays: 365,
  posts: true,
  post: {
    // https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and …-photo-post: "UTF-16 runes"
    text: { unit: 'codeUnits', max: 2_200, withImages: 4_000 },
    title: { unit: 'codeUnits', max: 90, isRequired: false },
    media: { isRequired: true, images: 35, videos: 1 },
    options: ({ flag, text, whole }) => ({
      tikTokOptions: z
        .looseObject({
          autoAddMusic: flag,
          disableComments: flag,
          disableDuet: flag,
          disableStitch: flag,
          draft: flag,
          isAIGenerated: flag,
          isBrandedContent: flag,
          isBrandOrganic: flag,
          imageCoverIndex: whole,
          title: text,
          thumbNail: text,
          thumbNailOffset: whole,
          visibility: z
            .enum(
              ['public', 'private', 'followers', 'friends'],
              'must be one of public, private, followers, friends',
            )
            .optional(),
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 20 * MB, types: ['image/jpeg', 'image/webp'] },
    video: {
      maxBytes: 4 * GB,
      minSeconds: 3,
      maxSeconds: 10 * MINUTE_SECONDS,
      types: [...MP4_AND_MOV, 'video/webm'],
    },
  },
  reelsAndStories: false,
  deletesPublished: 'never',
  publishesLater: true,
  checksDuplicates: 'own-profile',
  linkCard: null,
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    replyBySocialComment: true,
    replyNeeds: 'videoId',
    removeBySocialComment: true,
    removesOwnOnly: true,
    disable: true,
    disableByOption: true,
    limits: [markSuspected(limitCharacters(150))],
    sources: {
      // the second of each pair belongs to replies
      parentId: [['parentId'], ['parentCommentId']],
      createdAt: [['created'], ['createTime']],
      likes: [['likeCount'], ['likes']],
      authorId: [['userId']],
      name: [['displayName']],
    },
    record: ({ text, count, flag }) => {
      const common = {
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
      const reply = z.looseObject({
        ...common,
        createTime: z.string().describe('YYYY-MM-DD hh:mm:ss, UTC, in place of created'),
        likes: count,
        parentCommentId: text,
      });
      const comment = z.looseObject({
        ...common,
        created: z.string(),
        displayName: text,
        likeCount: count,
        pinned: flag,
        platform: text,
        replies: z.array(reply).optional(),
        visibility: text,
      });
      return { comment, reply };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'commentsCount',
    shares: 'shareCount',
    views: 'videoViews',
    reach: 'reach',
    watchedSeconds: 'totalTimeWatched',
  },
  accountMetrics: {
    followers: 'followerCount',
    newFollowers: 'newFollowerCount',
    impressions: 'videoViews',
    reach: 'uniqueVideoViews',
    profileViews: 'profileViews',
    engagements: 'engagementCount',
  },
} as const satisfies NetworkFacts;
