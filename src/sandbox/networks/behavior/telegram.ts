import { HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

export const telegram = {
  createPostId: (letters) => `1${letters(DIGITS, 9)}`,
  deriveUserId: (name) => `-100${deriveLetters(name, DIGITS, 10)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 14 * HOUR_MS, viewsPerLike: 20 },
  accountSize: 45,
  nameCounts: ({ views }) => ({ viewCount: views }),
  comments: null,
} satisfies SimulatedNetwork;
