import { ALPHANUMERIC, DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

export const whatsapp = {
  createPostId: (letters) => `wamid.${letters(ALPHANUMERIC, 32)}`,
  deriveUserId: (name) => `1${deriveLetters(name, DIGITS, 14)}`,
  scale: USUAL_SCALE,
  accountSize: 30,
  nameCounts: () => ({}),
  comments: null,
} satisfies SimulatedNetwork;
