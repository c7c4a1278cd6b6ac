import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { AudioId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Plan } from '../plans.ts';

/** Type of a track in the Instagram catalogue. */
export const AudioType = z.enum(['music', 'original_sound'], 'must be music or original_sound');
export type AudioType = z.infer<typeof AudioType>;

/** A track; only `audioId` is guaranteed. @see docs/service/audio.md#track, #AUD-04 */
export const AudioTrack = z.looseObject({
  audioId: AudioId,
  title: z.string().nullish(),
  displayArtist: z.string().nullish().describe('artist as displayed'),
  durationMs: z.int().nullish().describe('length in milliseconds'),
  thumbnailUrl: z.string().nullish().describe('URL of the cover'),
  audioType: z.string().nullish().describe('music or original_sound'),
  isAdsEligible: z.boolean().nullish().describe('whether an advertisement may use it'),
});
export type AudioTrack = z.infer<typeof AudioTrack>;

/** Tracks are validated one by one later, so that a malformed one does not hide the others. */
const Tracks = z.union([z.array(z.unknown()), z.looseObject({})]).nullish();

/** The answer to a search; no results are a success with an empty list. */
export const AudioSearchAnswer = z.looseObject({
  status: z.unknown().optional(),
  query: z.unknown().optional().describe('the keyword that was searched for'),
  audio: Tracks,
});
export type AudioSearchAnswer = z.infer<typeof AudioSearchAnswer>;

/**
 * The answer to a lookup: the track is under `audio`, either directly or in a list of one, or its fields are siblings
 * of `status`.
 *
 * @see docs/service/audio.md#search
 */
export const AudioLookupAnswer = z.looseObject({
  status: z.unknown().optional(),
  audio: Tracks,
});
export type AudioLookupAnswer = z.infer<typeof AudioLookupAnswer>;

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
  effect: 'none',
  sample: { query: { query: 'slow' } },
  query: AudioQuery,
  answer: AudioSearchAnswer,
  plans: Plan.options,
  action: 'audio',
  errors: [101, 156, 161, 239, 425, 514, 515, 516],
} as const satisfies Endpoint;

export const getAudio = {
  method: 'GET',
  path: '/media/instagram/audio/{audioId}',
  effect: 'none',
  sample: { params: { audioId: '880000000000001' } },
  params: z.strictObject({ audioId: AudioId }),
  answer: AudioLookupAnswer,
  plans: Plan.options,
  action: 'audio',
  errors: [156, 161, 425, 514, 515, 516, 517],
} as const satisfies Endpoint;
