import { DAY_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

export const pinterest = {
  createPostId: (letters) => `7${letters(DIGITS, 17)}`,
  deriveUserId: (name) => `7${deriveLetters(name, DIGITS, 17)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 20 * DAY_MS,
    viewsPerLike: 22,
    per100Likes: { shares: 0, quotes: 0, saves: 120 },
    per1000Views: { clicks: 24, follows: 2 },
  },
  accountSize: 110,
  nameCounts: ({ saves, impressions }) => ({ saveCount: saves, impressionCount: impressions }),
  comments: null,
} satisfies SimulatedNetwork;
