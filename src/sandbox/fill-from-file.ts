import type { Database } from '../storage/open-database.ts';
import { generateProfileKey, type Random } from './generate-keys.ts';
import type { Profile } from './store/profiles.ts';
import { copyRows } from './store/schema/copy-rows.ts';
import type { Store } from './store/store.ts';

interface FileFilling {
  readonly database: Database;
  readonly store: Store;
  readonly random: Random;
  /** Previous profiles: one with the same alias keeps its key. */
  readonly profiles?: readonly Profile[];
}

/**
 * Fills an empty store with the rows of an attached database instead of the demo data. The file's keys are not
 * copied: such files are shared, and every sandbox has keys of its own. The caller holds the transaction.
 */
export function fillFromFile({ database, store, random, profiles = [] }: FileFilling): void {
  copyRows(database, { withKeys: false });
  const users = store.profiles.users();
  database.run('update profiles set profile_key = null');
  for (const { id, alias } of users) {
    const before = profiles.find((profile) => profile.alias === alias)?.profileKey;
    database.run(
      'update profiles set profile_key = ? where id = ?',
      before ?? generateProfileKey(random),
      id,
    );
  }
}
