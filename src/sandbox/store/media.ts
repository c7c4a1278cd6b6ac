import type { MediaFacts } from '../../service/control/posting.ts';
import type { AudioTrack, AudioType } from '../../service/endpoints/media.ts';
import type { Database } from '../../storage/open-database.ts';
import { createMediaFileStore, type FileFacts, findUploadedFacts } from './media-files.ts';

/** Facts that the user set about a media file. */
export interface KnownMedia {
  readonly url: string;
  readonly facts: MediaFacts;
}

export type MediaStore = ReturnType<typeof createMediaStore>;

interface MediaRow {
  url: string;
  factsJson: string;
}

const MEDIA = 'select url, facts_json as factsJson from media';

// written only by `set`, from the same type
const read = ({ factsJson }: MediaRow) => JSON.parse(factsJson) as MediaFacts;

/** What is known about media files: of uploaded ones by their bytes, of others what the user set. */
export function createMediaStore(database: Database) {
  const files = createMediaFileStore(database);
  /** Facts that the user set; empty when none are. */
  const getDeclared = (url: string) => {
    const row = database.first<MediaRow>(`${MEDIA} where url = ?`, url);
    return row === undefined ? {} : read(row);
  };
  return {
    /** Empty when nothing is known; the sandbox fetches no file. */
    getFacts: (url: string): FileFacts => findUploadedFacts(files, url) ?? getDeclared(url),
    getDeclared,
    /** All files with facts, by URL. */
    list: (): readonly KnownMedia[] =>
      database.all<MediaRow>(`${MEDIA} order by url`).map((row) => ({ url: row.url, facts: read(row) })),
    /** Replaces earlier facts. */
    set: ({ url, facts }: KnownMedia) =>
      database.run('replace into media (url, facts_json) values (?, ?)', url, JSON.stringify(facts)),
  };
}

/** A track of the Instagram audio catalogue. */
interface Track {
  /** As the service returns it. */
  track: AudioTrack;
  audioType: AudioType;
  /** Whether search finds it and posts may use it. */
  available: boolean;
  /** Search text: lower case, normalized. */
  words: string;
}

export type TrackStore = ReturnType<typeof createTrackStore>;

const TRACK = 'select track_json as trackJson, audio_type as audioType, available, words from tracks';

export function createTrackStore(database: Database) {
  return {
    /** Available tracks of one type, in order of insertion. */
    listByType: (audioType: AudioType): readonly Track[] =>
      database
        .all<TrackRow>(`${TRACK} where audio_type = ? and available = 1 order by position`, audioType)
        .map(readTrack),
    find(audioId: string): Track | undefined {
      const row = database.first<TrackRow>(`${TRACK} where audio_id = ?`, audioId);
      return row && readTrack(row);
    },
    add: ({ track, audioType, available, words }: Track) =>
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
  trackJson: string;
  audioType: AudioType;
  available: 0 | 1;
  words: string;
}

function readTrack({ trackJson, audioType, available, words }: TrackRow): Track {
  // written only by `add`, from the same type
  return { track: JSON.parse(trackJson) as AudioTrack, audioType, available: available === 1, words };
}

const MARKS = /\p{M}/gu;

/** Normalizes text for search: ignores case and accents. */
export function foldWords(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}
