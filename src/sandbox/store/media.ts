import type { MediaFacts } from '../../service/control/posting.ts';
import type { AudioTrack, AudioType } from '../../service/endpoints/media.ts';
import type { Database } from '../../storage/open-database.ts';
import { type FileFacts, findUploadedFacts } from './media-files.ts';

/** Facts that the user set about a media file. */
export interface KnownMedia {
  readonly url: string;
  readonly facts: MediaFacts;
}

interface MediaRow {
  url: string;
  factsJson: string;
}

const MEDIA = 'select url, facts_json as factsJson from media';

// written only by `set`, from the same type
const read = ({ factsJson }: MediaRow) => JSON.parse(factsJson) as MediaFacts;

/** Empty when nothing is known; the sandbox fetches no file. */
export function getFileFacts(database: Database, url: string): FileFacts {
  return findUploadedFacts(database, url) ?? getDeclaredFacts(database, url);
}

/** Facts that the user set; empty when none are. */
export function getDeclaredFacts(database: Database, url: string) {
  const row = database.first<MediaRow>(`${MEDIA} where url = ?`, url);
  return row === undefined ? {} : read(row);
}

/** All files with facts, by URL. */
export function listDeclaredMedia(database: Database): readonly KnownMedia[] {
  return database.all<MediaRow>(`${MEDIA} order by url`).map((row) => ({ url: row.url, facts: read(row) }));
}

/** Replaces earlier facts. */
export function setDeclaredFacts(database: Database, { url, facts }: KnownMedia): void {
  database.run('replace into media (url, facts_json) values (?, ?)', url, JSON.stringify(facts));
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

const TRACK = 'select track_json as trackJson, audio_type as audioType, available, words from tracks';

/** Available tracks of one type that have all of these folded words, in order of insertion. */
export function findTracks(
  database: Database,
  { audioType, words, most }: { audioType: AudioType; words: readonly string[]; most: number },
): readonly Track[] {
  return database
    .all<TrackRow>(
      `${TRACK} where audio_type = ? and available = 1
         and not exists (select 1 from json_each(?) where instr(words, value) = 0) order by position limit ?`,
      audioType,
      JSON.stringify(words),
      most,
    )
    .map(readTrack);
}

export function findTrack(database: Database, audioId: string): Track | undefined {
  const row = database.first<TrackRow>(`${TRACK} where audio_id = ?`, audioId);
  return row && readTrack(row);
}

export function insertTrack(database: Database, { track, audioType, available, words }: Track): void {
  database.run(
    `insert into tracks (audio_id, audio_type, available, words, position, track_json)
         values (:audioId, :audioType, :available, :words, (select count(*) from tracks), :track)`,
    { audioId: track.audioId, audioType, available: Number(available), words, track: JSON.stringify(track) },
  );
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
