import * as z from 'zod';
import { MB } from '../media-limits.ts';
import { limitCharacters } from '../text-limits.ts';
import type { NetworkFacts } from './network-facts.ts';

export const gmb = {
  name: 'Google Business Profile',
  synonyms: ['google', 'gbp'],
  color: { terminal: 71, page: '#2a6e3f' },
  hosts: [],
  posts: true,
  post: {
    text: limitCharacters(1_500),
    media: { isRequired: false, images: 1, videos: 1 },
    options: ({ flag, text, part }) => ({
      gmbOptions: z
        .looseObject({
          isPhotoVideo: flag,
          category: text,
          event: part,
          offer: part,
          callToAction: z.looseObject({ actionType: text, url: text }).optional(),
        })
        .optional(),
    }),
  },
  media: {
    image: { maxBytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 75 * MB, minSeconds: 0, maxSeconds: 30 },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: null,
  comments: null,
  messages: null,
  // https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews#reviewreply
  reviews: { limits: [{ unit: 'bytes', max: 4_096 }], rating: 'stars' },
  automations: false,
  postMetrics: null,
  accountMetrics: {
    impressions: 'impressionsCount',
    reach: 'uniqueImpressionsCount',
    engagements: 'interactionsCount',
    clicks: 'websiteClicks',
  },
} as const satisfies NetworkFacts;
