import * as z from 'zod';
import { AudioId } from './ids.ts';

/** What a track of the instagram catalogue is. */
export const AudioType = z.enum(['music', 'original_sound'], 'must be music or original_sound');
export type AudioType = z.infer<typeof AudioType>;

/** A track; `audioId` alone is certain. @see docs/service/audio.md#track, #AUD-04 */
export const AudioTrack = z.looseObject({
  audioId: AudioId,
  title: z.string().nullish(),
  displayArtist: z.string().nullish().describe('artist as displayed'),
  durationMs: z.int().nullish().describe('length in milliseconds'),
  thumbnailUrl: z.string().nullish().describe('address of the cover'),
  audioType: z.string().nullish().describe('music or original_sound'),
  isAdsEligible: z.boolean().nullish().describe('whether an advertisement may use it'),
});
export type AudioTrack = z.infer<typeof AudioTrack>;

/** Of tracks only the outline is asked for, so that an odd one never hides the others. */
const Tracks = z.union([z.array(z.unknown()), z.looseObject({})]).nullish();

/** The answer of a search; nothing found is a success with an empty list. */
export const AudioSearchAnswer = z.looseObject({
  status: z.unknown().optional(),
  query: z.unknown().optional().describe('the keyword that was searched for'),
  audio: Tracks,
});
export type AudioSearchAnswer = z.infer<typeof AudioSearchAnswer>;

/**
 * The answer of a lookup: the track under `audio`, alone or as a list of one, or its fields beside `status`.
 *
 * @see docs/service/audio.md#search
 */
export const AudioLookupAnswer = z.looseObject({
  status: z.unknown().optional(),
  audio: Tracks,
});
export type AudioLookupAnswer = z.infer<typeof AudioLookupAnswer>;
