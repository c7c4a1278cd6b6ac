import * as z from 'zod';
import { ASSUMED_MEDIA, GB, HOUR_SECONDS } from '../media-limits.ts';
import { limitCharacters, markSuspected } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NetworkFacts } from './network-facts.ts';

export const youtube = {
  name: 'YouTube',
  synonyms: ['yt'],
  color: { terminal: 167, page: '#a81414' },
  hosts: ['youtu', 'youtube', 'youtube-nocookie'],
  lists: { playlists: [{ id: 'PL880300000000000001', name: 'How to' }] },
  abilities: () => ({
    channel: z
      .enum(['verified', 'unverified'])
      .describe('YouTube: unverified channels cannot set a thumbnail (307)'),
  }),
  posts: true,
  post: {
    // https://developers.google.com/youtube/v3/docs/videos#snippet.description, #snippet.title, #snippet.tags[]
    text: { unit: 'bytes', max: 5_000, forbidden: '<>' },
    title: { ...limitCharacters(100), isRequired: true, forbidden: '<>' }, // docs/service/posts.md#options
    tags: limitCharacters(500),
    media: { isRequired: true, images: 0, videos: 1 },
    checksThumbnail: true,
    options: ({ flag, text, texts }) => ({
      youTubeOptions: z
        .looseObject({
          title: text,
          visibility: z
            .enum(['private', 'unlisted', 'public'], 'must be one of private, unlisted, public')
            .optional(),
          shorts: flag,
          thumbNail: text,
          playListId: text,
          tags: texts,
          madeForKids: flag,
          notifySubscribers: flag,
          categoryId: z.union([z.string(), z.int()], 'must be an id').optional(),
          containsSyntheticMedia: flag,
          publishAt: text,
          subTitleUrl: text,
        })
        .optional(),
    }),
  },
  media: {
    image: null,
    video: {
      maxBytes: 256 * GB,
      bytesPerUpload: ASSUMED_MEDIA.youtubeUploadBytes,
      minSeconds: 0,
      maxSeconds: 12 * HOUR_SECONDS,
    },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: null,
  comments: {
    ...COMMENTS_BY_POST,
    bySocialPost: true,
    replyBySocialComment: true,
    removeBySocialComment: true,
    limits: [markSuspected(limitCharacters(10_000))],
    sources: { authorUrl: [['channelUrl']] },
    record: ({ text, count, flag, sure }) => {
      const common = {
        ...sure,
        channelUrl: text,
        likeCount: count,
        platform: text,
        profileImageUrl: text,
        userName: text,
      };
      const reply = z.looseObject({ ...common, parentId: text });
      const comment = z.looseObject({ ...common, isPublic: flag, replies: z.array(reply).optional() });
      return { comment, reply };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: {
    likes: 'likeCount',
    comments: 'commentCount',
    views: 'viewCount',
    follows: 'subscribersGained',
    watchedSeconds: 'secondsWatched',
  },
  accountMetrics: {
    followers: 'subscriberCount',
    newFollowers: 'subscribersGained',
    impressions: 'viewCount',
    engagements: 'engagementCount',
  },
} as const satisfies NetworkFacts;
