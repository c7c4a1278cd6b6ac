import { MB, MINUTE_SECONDS, MP4_AND_MOV } from '../media-limits.ts';
import { limitCharacters } from '../text-limits.ts';
import type { NetworkFacts } from './network-facts.ts';

export const snapchat = {
  name: 'Snapchat',
  color: { terminal: 143, page: '#6b5d00' },
  hosts: ['snapchat'],
  posts: true,
  // the text limit: as documented by similar services
  post: {
    text: limitCharacters(500),
    media: { isRequired: true, images: 1, videos: 1 },
    options: ({ part }) => ({ snapChatOptions: part }),
  },
  media: {
    image: { maxBytes: 20 * MB, types: ['image/jpeg', 'image/png'] },
    video: { maxBytes: 500 * MB, minSeconds: 5, maxSeconds: 5 * MINUTE_SECONDS, types: MP4_AND_MOV },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'own-profile',
  linkCard: null,
  comments: null,
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: { views: 'viewCount', reach: 'viewerCount', shares: 'shareCount' },
  accountMetrics: { followers: 'subscribersCount', impressions: 'viewCount', reach: 'viewerCount' },
} as const satisfies NetworkFacts;
