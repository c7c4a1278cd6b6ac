import { GB, HOUR_SECONDS, MB, WEB_IMAGES } from '../media-limits.ts';
import { limitCharacters } from '../text-limits.ts';
import type { NetworkFacts } from './network-facts.ts';

export const telegram = {
  name: 'Telegram',
  color: { terminal: 38, page: '#1f6a94' },
  hosts: ['telegram'],
  posts: true,
  post: {
    // https://core.telegram.org/bots/api#sendmessage, #sendphoto
    text: { ...limitCharacters(4_096), withMedia: 1_024 },
    media: { isRequired: false, images: 10, videos: 10, together: 10 },
    options: null,
  },
  media: {
    image: { maxBytes: 10 * MB, types: WEB_IMAGES },
    // it publishes no duration
    video: { maxBytes: 2 * GB, minSeconds: 0, maxSeconds: 24 * HOUR_SECONDS },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'never',
  linkCard: 'first',
  comments: null,
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: { views: 'viewCount', shares: 'forwardCount' },
  accountMetrics: { followers: 'membersCount', newFollowers: 'newMembersCount', impressions: 'viewCount' },
} as const satisfies NetworkFacts;
