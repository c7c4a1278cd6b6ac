import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { AudioId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Plan } from '../plans.ts';
import { AudioLookupAnswer, AudioSearchAnswer, AudioType } from './audio.ts';

const { min, max } = LIMITS.audioSearchLimit;

/** Query of an audio search. @see docs/service/audio.md#AUD-01 to #AUD-03 */
const AudioQuery = z.strictObject({
  query: z.string('is required').regex(/\S/, 'must not be blank').describe('keyword'),
  audioType: AudioType.optional().describe('default: music'),
  limit: z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .optional()
    .describe('default: set by the network'),
});

export const searchAudio = {
  method: 'GET',
  path: '/media/instagram/audio/search',
  params: NO_INPUT,
  query: AudioQuery,
  body: null,
  answer: AudioSearchAnswer,
  plans: Plan.options,
  action: 'audio',
  errors: [101, 156, 161, 239, 425, 514, 515, 516],
} as const satisfies Endpoint;

export const getAudio = {
  method: 'GET',
  path: '/media/instagram/audio/{audioId}',
  params: z.strictObject({ audioId: AudioId }),
  query: NO_INPUT,
  body: null,
  answer: AudioLookupAnswer,
  plans: Plan.options,
  action: 'audio',
  errors: [156, 161, 425, 514, 515, 516, 517],
} as const satisfies Endpoint;
