import * as z from 'zod';
import { GB, MB, MINUTE_SECONDS, MP4_AND_MOV, WEB_IMAGES } from '../media-limits.ts';
import type { NetworkFacts } from './network-facts.ts';

export const pinterest = {
  name: 'Pinterest',
  color: { terminal: 161, page: '#a3122a' },
  hosts: ['pinterest'],
  lists: {
    boards: [
      { id: '880200000000000001', name: 'New this season' },
      { id: '880200000000000002', name: 'Behind the scenes' },
    ],
  },
  posts: true,
  post: {
    // https://github.com/pinterest/api-description: v5/openapi.yaml, PinCreate; maxLength counts code points
    text: { unit: 'codePoints', max: 800 },
    title: { unit: 'codePoints', max: 100, isRequired: false },
    optionTexts: {
      altText: { unit: 'codePoints', max: 500 },
      link: { unit: 'codePoints', max: 2_048 },
    },
    media: { isRequired: true, images: 5, videos: 1 },
    videoNeedsCover: true, // docs/service/posts.md#options
    options: ({ text, texts }) => ({
      pinterestOptions: z
        .looseObject({
          title: text,
          link: text,
          boardId: text,
          altText: texts,
          note: text,
          thumbNail: text,
          carouselOptions: z.array(z.looseObject({})).optional(),
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 20 * MB, types: WEB_IMAGES },
    video: { maxBytes: 2 * GB, minSeconds: 4, maxSeconds: 15 * MINUTE_SECONDS, types: MP4_AND_MOV },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'never',
  linkCard: null,
  comments: null,
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: { saves: 'saveCount', impressions: 'impressionCount', clicks: 'outboundClickCount' },
  accountMetrics: {
    followers: 'followerCount',
    impressions: 'impressionCount',
    engagements: 'engagementCount',
    clicks: 'outboundClickCount',
  },
} as const satisfies NetworkFacts;
