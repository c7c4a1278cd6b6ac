import { randomBytes } from 'node:crypto';
import { migrate } from '../../src/disk/migrate.ts';
import { openDatabase } from '../../src/disk/open-database.ts';
import { seedStore } from '../../src/sandbox/seed-store.ts';
import { sandboxSchema } from '../../src/sandbox/store/schema.ts';
import { type Store, storeOf } from '../../src/sandbox/store/store.ts';
import { NOW } from './small-sandbox.ts';
import { SLIGHT_SEED } from './small-seed.ts';

/** What a small sandbox remembers, in memory, without the sandbox. */
export function smallStore(seed = SLIGHT_SEED): Store {
  const database = openDatabase(':memory:');
  const store = storeOf(database);
  const fill = () => seedStore({ store, seed, random: randomBytes, anchor: NOW });
  migrate(database, sandboxSchema({ fill, addAdminToken() {} }));
  return store;
}
