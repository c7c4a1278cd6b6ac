import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { findTemplate } from '../sandbox/new-sandbox.ts';
import { NOW } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';

/** What a small sandbox remembers, in memory, without the sandbox. */
export async function smallStore(): Promise<Database> {
  return openDatabase(':memory:', { image: (await findTemplate(SLIGHT_SEED, NOW)).image });
}
