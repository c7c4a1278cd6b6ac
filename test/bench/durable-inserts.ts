import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/storage/open-database.ts';

const INSERTS = 1_000;

/** @returns how many rows a second are inserted one by one, each waiting for the disk: what the disk itself can do */
export function measureDurableInserts(): Promise<number> {
  return inFile((database) => {
    database.script('create table inserted (text text)');
    const startedAt = performance.now();
    for (let row = 0; row < INSERTS; row++) {
      database.transaction(() => database.run('insert into inserted values (?)', 'x'));
    }
    return (INSERTS / (performance.now() - startedAt)) * 1_000;
  });
}

/** Runs work with a new database on the disk. */
export async function inFile<Result>(
  work: (database: Database) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
  const database = openDatabase(join(folder, 'sandbox.db'));
  try {
    return await work(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
