import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createUsageError } from '../../../src/errors.ts';
import { moveDatabaseAside, openOrMoveAside } from '../../../src/storage/database-copies.ts';
import { isMigrationNeeded, migrate, type Schema } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-aside-'));
afterAll(() => rmSync(base, { recursive: true }));

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
const STAMP = '20260921T141320000Z';

const fresh = () => join(mkdtempSync(join(base, 'case-')), 'a.db');
const schemaOf = (version: number, applicationId = 0x1234): Schema => ({
  applicationId,
  steps: Array.from({ length: version }, (_, step) => (database) => {
    database.script(`create table step_${step} (a); create index by_a_${step} on step_${step} (a)`);
  }),
});

function write(file: string, schema: Schema): void {
  const database = openDatabase(file);
  migrate(database, schema);
  database.transaction(() => {
    for (let row = 0; row < 500; row++)
      database.run('insert into step_0 values (?)', `row ${row}`.repeat(20));
  });
  database.close();
}

/** Opens the database as a program of version 1 does. */
const openFirst = (file: string) => async () => {
  const database = openDatabase(file);
  try {
    if (isMigrationNeeded(database, schemaOf(1))) migrate(database, schemaOf(1));
    return database.all('select a from step_0').length;
  } finally {
    database.close();
  }
};

test.each<[string, (file: string) => void]>([
  ['is not a database', (file) => writeFileSync(file, 'no database at all')],
  ['was written by a newer crier', (file) => write(file, schemaOf(2))],
  ['belongs to another program', (file) => write(file, schemaOf(1, 0x9999))],
  [
    'is damaged where opening does not look',
    (file) => {
      write(file, schemaOf(1));
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0x55, bytes.length - 12_000));
    },
  ],
  [
    'lacks a table',
    (file) => {
      const { applicationId } = schemaOf(1);
      write(file, { applicationId, steps: [(database) => database.script('create table step_0 (a)')] });
      const database = openDatabase(file);
      database.script('drop table step_0');
      database.close();
    },
  ],
])('a file that %s is moved aside, and a new one opened', async (_what, spoil) => {
  const file = fresh();
  spoil(file);
  const before = readFileSync(file);
  const { opened, aside } = await openOrMoveAside({ file, open: openFirst(file), now: NOW });
  expect({ opened, aside }).toEqual({ opened: 0, aside: `${file}.unusable-${STAMP}` });
  expect(readFileSync(aside ?? '')).toEqual(before);
});

test('a usable file stays', async () => {
  const file = fresh();
  write(file, schemaOf(1));
  expect(await openOrMoveAside({ file, open: openFirst(file), now: NOW })).toEqual({
    opened: 500,
    aside: null,
  });
});

test('another failure moves nothing', async () => {
  const file = fresh();
  write(file, schemaOf(1));
  const open = () => Promise.reject(createUsageError('the disk is full'));
  await expect(openOrMoveAside({ file, open, now: NOW })).rejects.toThrow('the disk is full');
  expect(readdirSync(join(file, '..')).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(['a.db']);
});

test('what was moved aside takes its log with it, and no name twice', () => {
  const file = fresh();
  const move = () => {
    for (const part of ['', '-wal', '-shm']) writeFileSync(file + part, part);
    return moveDatabaseAside(file, NOW);
  };
  const names = [move(), move()];
  expect(names.map((name) => basename(name))).toEqual([`a.db.unusable-${STAMP}`, `a.db.unusable-${STAMP}-2`]);
  for (const name of names) expect(readFileSync(`${name}-wal`, 'utf8')).toBe('-wal');
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('what a newer crier wrote is named by its path, with the way back', () => {
  const file = fresh();
  write(file, schemaOf(2));
  const database = openDatabase(file);
  expect(() => isMigrationNeeded(database, schemaOf(1))).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(`${file}.*newer crier`),
      facts: { advice: expect.stringContaining('crier sandbox reset') },
    }),
  );
  database.close();
});
