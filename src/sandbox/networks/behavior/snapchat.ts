import { HOUR_MS } from '../../../service/durations.ts';
import { ALPHANUMERIC } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

export const snapchat = {
  createPostId: (letters) => `W7_${letters(ALPHANUMERIC, 40)}`,
  deriveUserId: (name) => deriveLetters(name, ALPHANUMERIC, 20),
  scale: { ...USUAL_SCALE, halfLifeMs: 6 * HOUR_MS, viewsPerLike: 24 },
  accountSize: 50,
  nameCounts: ({ views }) => ({ viewCount: views }),
  comments: null,
} satisfies SimulatedNetwork;
