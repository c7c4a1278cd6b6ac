import { randomBytes } from 'node:crypto';
import { seedStore } from '../../../src/sandbox/seed-store.ts';
import { createSandboxSchema } from '../../../src/sandbox/store/schema/schema.ts';
import { createStore, type Store } from '../../../src/sandbox/store/store.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { NOW } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';

/** What a small sandbox remembers, in memory, without the sandbox. */
export function smallStore(seed = SLIGHT_SEED): Store {
  const database = openDatabase(':memory:');
  const store = createStore(database);
  const fill = () => seedStore({ store, seed, random: randomBytes, anchor: NOW });
  migrate(database, createSandboxSchema({ fill, addAdminToken() {}, now: () => 0 }));
  return store;
}
