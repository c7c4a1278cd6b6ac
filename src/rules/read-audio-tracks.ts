import { type AudioLookupAnswer, type AudioSearchAnswer, AudioTrack } from '../facts/audio.ts';
import { isRecord } from './loose-record.ts';

/** Tracks that can be used, and how many that cannot. */
export interface AudioTrackList {
  readonly tracks: readonly AudioTrack[];
  readonly unusable: number;
}

/**
 * The tracks of a search's answer; one without an id can be used for nothing.
 *
 * @see docs/service/audio.md#AUD-04
 */
export function readAudioTracks({ audio }: AudioSearchAnswer): AudioTrackList {
  const lone = audio === undefined || audio === null ? [] : [audio];
  const entries: readonly unknown[] = Array.isArray(audio) ? audio : lone;
  const tracks = entries.map(readTrack).filter((track) => track !== null);
  return { tracks, unusable: entries.length - tracks.length };
}

/**
 * The track of a lookup's answer: under `audio`, alone or as a list of one, or with its fields beside `status`.
 *
 * @returns null when the answer holds no track
 * @see docs/service/audio.md#search
 */
export function readAudioTrack(answer: AudioLookupAnswer): AudioTrack | null {
  const { status: _status, audio, ...beside } = answer;
  return readTrack(Array.isArray(audio) ? audio[0] : (audio ?? beside));
}

/** A field that is not of its kind is left out; an id may come as a number. */
function readTrack(entry: unknown): AudioTrack | null {
  if (!isRecord(entry)) return null;
  const { audioId } = entry;
  const record = { ...entry, audioId: typeof audioId === 'number' ? String(audioId) : audioId };
  const fields = Object.entries(record).filter(([name, value]) => isValidField(name, value));
  const track = AudioTrack.safeParse(Object.fromEntries(fields));
  return track.success ? track.data : null;
}

const KINDS: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = AudioTrack.shape;

function isValidField(name: string, value: unknown): boolean {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind === undefined || kind.safeParse(value).success;
}
