import * as z from 'zod';
import { AudioId } from '../ids.ts';

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
