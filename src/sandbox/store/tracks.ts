import type { AudioTrack, AudioType } from '../../service/endpoints/audio.ts';
import type { Database } from '../../storage/open-database.ts';

/** A track of the Instagram audio catalogue. */
interface Track {
  /** As the service returns it. */
  readonly track: AudioTrack;
  readonly audioType: AudioType;
  /** Whether search finds it and posts may use it. */
  readonly available: boolean;
  /** Search text: lower case, normalized. */
  readonly words: string;
}

export interface TrackStore {
  /** Available tracks of one type, in order of insertion. */
  listByType(audioType: AudioType): readonly Track[];
  find(audioId: string): Track | undefined;
  add(track: Track): void;
}

const TRACK = 'select track_json as trackJson, audio_type as audioType, available, words from tracks';

export function createTrackStore(database: Database): TrackStore {
  return {
    listByType: (audioType) =>
      database
        .all<TrackRow>(`${TRACK} where audio_type = ? and available = 1 order by position`, audioType)
        .map(readTrack),
    find(audioId) {
      const row = database.first<TrackRow>(`${TRACK} where audio_id = ?`, audioId);
      return row && readTrack(row);
    },
    add: ({ track, audioType, available, words }) =>
      database.run(
        `insert into tracks (audio_id, audio_type, available, words, position, track_json)
         values (?, ?, ?, ?, (select count(*) from tracks), ?)`,
        track.audioId,
        audioType,
        Number(available),
        words,
        JSON.stringify(track),
      ),
  };
}

interface TrackRow {
  readonly trackJson: string;
  readonly audioType: AudioType;
  readonly available: 0 | 1;
  readonly words: string;
}

function readTrack({ trackJson, audioType, available, words }: TrackRow): Track {
  // written only by `add`, from the same type
  return { track: JSON.parse(trackJson) as AudioTrack, audioType, available: available === 1, words };
}
