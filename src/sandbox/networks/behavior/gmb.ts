import { DAY_MS } from '../../../service/durations.ts';
import { ALPHANUMERIC, DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

export const gmb = {
  createPostId: (letters, { id }) => `${id}/localPosts/${letters(DIGITS, 19)}`,
  deriveUserId: (name) => `accounts/1${deriveLetters(name, DIGITS, 20)}`,
  createReviewId: (letters) => `AbFvOq${letters(ALPHANUMERIC, 30)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 3 * DAY_MS, viewsPerLike: 30 },
  accountSize: 90,
  nameCounts: () => ({}),
  comments: null,
} satisfies SimulatedNetwork;
