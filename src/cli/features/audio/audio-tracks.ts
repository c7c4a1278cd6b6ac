import { isRecord } from '../../../domain/json/loose-record.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import {
  type AudioLookupAnswer,
  type AudioSearchAnswer,
  AudioTrack,
} from '../../../service/endpoints/media.ts';
import type { Column } from '../../framework/output/view.ts';

/** Reads the tracks of a search's answer; a track without an id is unusable. @see docs/service/audio.md#AUD-04 */
export function readAudioTracks({ audio }: AudioSearchAnswer) {
  const lone = audio === undefined || audio === null ? [] : [audio];
  const entries: readonly unknown[] = Array.isArray(audio) ? audio : lone;
  const tracks = entries.map(readTrack).filter((track) => track !== null);
  return { tracks, unusable: entries.length - tracks.length };
}

/**
 * Reads the track of a lookup's answer: under `audio`, directly or in a list of one, or with its fields beside
 * `status`.
 *
 * @returns null if the answer contains no track
 * @see docs/service/audio.md#search
 */
export function readAudioTrack(answer: AudioLookupAnswer): AudioTrack | null {
  const { status: _status, audio, ...beside } = answer;
  return readTrack(Array.isArray(audio) ? audio[0] : (audio ?? beside));
}

/** Invalid fields are dropped; an id may be a number. */
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

const MINUTE_S = 60;

export const trackColumns: readonly Column<AudioTrack>[] = [
  { name: 'audioId', title: 'audio id', value: (track) => track.audioId, role: 'id', drop: 0 },
  { name: 'title', title: 'title', value: (track) => track.title ?? null, role: 'text', flexible: true },
  { name: 'displayArtist', title: 'artist', value: (track) => track.displayArtist ?? null, drop: 2 },
  {
    name: 'durationMs',
    title: 'length',
    value: (track) => track.durationMs ?? null,
    show: formatTrackLength,
    role: 'dim',
    align: 'right',
    drop: 1,
  },
  { name: 'audioType', title: 'type', value: (track) => track.audioType ?? null, role: 'dim', drop: 3 },
  {
    name: 'isAdsEligible',
    title: 'for ads',
    value: (track) => track.isAdsEligible ?? null,
    show: (track) => formatYesNo(track.isAdsEligible),
    role: 'dim',
    drop: 4,
  },
  { name: 'thumbnailUrl', title: 'cover', value: (track) => track.thumbnailUrl ?? null, dataOnly: true },
];

function formatTrackLength({ durationMs }: AudioTrack): string {
  if (typeof durationMs !== 'number') return '';
  const seconds = Math.round(durationMs / SECOND_MS);
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
}

function formatYesNo(value: boolean | null | undefined): string {
  return typeof value !== 'boolean' ? '' : value ? 'yes' : 'no';
}
