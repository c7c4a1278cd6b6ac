import { SECOND_MS } from '../../service/durations.ts';
import type { AudioTrack } from '../../service/endpoints/audio.ts';
import type { Column } from '../render/view.ts';

const MINUTE_S = 60;

/** Columns of a list of tracks. */
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
