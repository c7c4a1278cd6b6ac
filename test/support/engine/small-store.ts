import { randomBytes } from 'node:crypto';
import { seedStore } from '../../../src/sandbox/seed-store.ts';
import { createSandboxSchema } from '../../../src/sandbox/store/schema/schema.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { NOW } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';

/** What a small sandbox remembers, in memory, without the sandbox. */
export function smallStore(seed = SLIGHT_SEED): Database {
  const database = openDatabase(':memory:');
  const store = database;
  const fill = () => seedStore({ store, seed, random: randomBytes, anchor: NOW });
  migrate(database, createSandboxSchema({ fill, addAdminToken() {}, now: () => 0 }));
  return store;
}
