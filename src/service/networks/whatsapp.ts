import { HOUR_SECONDS, MB } from '../media-limits.ts';
import { limitCharacters } from '../text-limits.ts';
import type { NetworkFacts } from './network-facts.ts';

export const whatsapp = {
  name: 'WhatsApp',
  color: { terminal: 65, page: '#17653a' },
  hosts: [],
  // only to a linked test account: docs/service/general.md#networks
  posts: false,
  post: {
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/image-messages, caption
    text: { ...limitCharacters(4_096), withMedia: 1_024 },
    media: { isRequired: false, images: 1, videos: 1 },
    options: null,
  },
  media: {
    image: { maxBytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
    // it publishes no duration
    video: { maxBytes: 16 * MB, minSeconds: 0, maxSeconds: 24 * HOUR_SECONDS },
  },
  reelsAndStories: false,
  deletesPublished: 'never',
  checksDuplicates: 'own-profile',
  linkCard: 'first',
  comments: null,
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: null,
  accountMetrics: null,
} as const satisfies NetworkFacts;
