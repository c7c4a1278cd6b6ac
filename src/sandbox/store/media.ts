import type { MediaFacts } from '../../service/control/posting.ts';
import type { Database } from '../../storage/open-database.ts';

/** Facts that the user set about a media file. */
export interface KnownMedia {
  readonly url: string;
  readonly facts: MediaFacts;
}

/** Media facts set by the user; the sandbox never fetches the files. */
export interface MediaStore {
  /** Empty when none are set. */
  getFacts(url: string): MediaFacts;
  /** All files with facts, by URL. */
  list(): readonly KnownMedia[];
  /** Replaces earlier facts. */
  set(media: KnownMedia): void;
}

interface MediaRow {
  readonly url: string;
  readonly factsJson: string;
}

const MEDIA = 'select url, facts_json as factsJson from media';

// written only by `set`, from the same type
const read = ({ factsJson }: MediaRow) => JSON.parse(factsJson) as MediaFacts;

export function createMediaStore(database: Database): MediaStore {
  return {
    getFacts(url) {
      const row = database.first<MediaRow>(`${MEDIA} where url = ?`, url);
      return row === undefined ? {} : read(row);
    },
    list: () =>
      database.all<MediaRow>(`${MEDIA} order by url`).map((row) => ({ url: row.url, facts: read(row) })),
    set: ({ url, facts }) =>
      database.run('replace into media (url, facts_json) values (?, ?)', url, JSON.stringify(facts)),
  };
}
