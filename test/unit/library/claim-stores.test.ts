import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import { openPostgresClaims, type PostgresQueries } from '../../../src/library/receiver/postgres.ts';
import { openSqliteClaims, type SqliteClaims } from '../../../src/library/receiver/sqlite.ts';
import { claimOf, testClaimStore } from '../../support/receiver/claim-store-suite.ts';
import { scaled } from '../../support/scale.ts';

describe('in memory', () => {
  testClaimStore(async () => createMemoryClaims(), {
    runs: scaled(50, 1_000),
    isKept: false,
    prunesEvery: 1_000,
  });
});

describe('in SQLite', () => {
  let folder = '';
  const opened: SqliteClaims[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-claims-'));
  });
  afterAll(() => {
    for (const store of opened) store.close();
    rmSync(folder, { recursive: true });
  });
  const open = async () => {
    const store = openSqliteClaims(join(folder, 'claims.db'));
    opened.push(store);
    return store;
  };
  testClaimStore(open, { runs: scaled(50, 1_000), isKept: true });

  test('fifty claims at once share one wait for the disk', async () => {
    /** Bytes that fifty claims write to the log, each of them in a commit of its own, or together. */
    async function measureLog(name: string, isTogether: boolean): Promise<number> {
      const file = join(folder, name);
      const store = openSqliteClaims(file);
      const before = statSync(`${file}-wal`).size;
      const claims = Array.from({ length: 50 }, (_, at) => claimOf([`key ${at}`], 'one'));
      if (isTogether) await Promise.all(claims.map((claim) => store.claim(claim)));
      else for (const claim of claims) await store.claim(claim);
      const written = statSync(`${file}-wal`).size - before;
      store.close();
      return written;
    }
    expect(await measureLog('together', true)).toBeLessThan((await measureLog('in turn', false)) / 10);
  });

  test('a file that is none is refused, with its name', () => {
    const file = join(folder, 'other');
    writeFileSync(file, 'no database, but a text that is long enough to be one by its length: '.repeat(20));
    expect(() => openSqliteClaims(file)).toThrow(`cannot use ${file}: it is not a database`);
  });
});

describe('what is no place for claims is refused at once', () => {
  test.each([[undefined], [null], [''], [7], [new URL('file:///tmp/claims.db')], ['a\0b']])(
    'a file that is %s',
    (file) => {
      expect(() => openSqliteClaims(file as string)).toThrow('file: give the path of a file');
    },
  );

  test.each([
    ['nothing', undefined, 'give a pool'],
    ['an address', 'postgres://db/app', 'give a pool'],
    ['a pool that is not awaited', Promise.resolve({ query: () => {} }), 'give a pool'],
    ['a query of another library', { query: async () => [] }, 'query must resolve to an object'],
  ])('a pool that is %s', async (_what, pool, words) => {
    await expect(openPostgresClaims(pool as unknown as PostgresQueries)).rejects.toThrow(words);
  });
});
