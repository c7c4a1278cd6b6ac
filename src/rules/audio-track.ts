import { type AudioLookupAnswer, AudioTrack } from '../facts/audio.ts';

/**
 * The track of a lookup's answer: under `audio`, alone or as a list of one, or with its fields beside `status`.
 *
 * @returns null when the answer holds no track
 * @see undescribed.md 5
 */
export function audioTrack(answer: AudioLookupAnswer): AudioTrack | null {
  const { status: _status, audio, ...beside } = answer;
  const found = Array.isArray(audio) ? audio[0] : (audio ?? beside);
  const track = AudioTrack.safeParse(found);
  return track.success ? track.data : null;
}
