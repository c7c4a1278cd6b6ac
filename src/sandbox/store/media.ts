import type { Database } from '../../disk/open-database.ts';
import type { MediaFacts } from '../../facts/posting-control.ts';

/** A file that is somewhere on the network, and what was told of it. */
export interface KnownMedia {
  readonly url: string;
  readonly facts: MediaFacts;
}

/** What people told about files; the sandbox looks at none of them itself. */
export interface MediaStore {
  /** Nothing, when nothing was told. */
  getFacts(url: string): MediaFacts;
  /** All that something was told of, by address. */
  list(): readonly KnownMedia[];
  /** Takes the place of what was told before. */
  set(told: KnownMedia): void;
}

interface MediaRow {
  readonly url: string;
  readonly factsJson: string;
}

const MEDIA = 'select url, facts_json as factsJson from media';

// Written by `set` alone, from the same type.
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
