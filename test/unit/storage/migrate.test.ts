import { expect, test } from 'vitest';
import { isMigrationNeeded, migrate, type Schema } from '../../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import type { SqlValues } from '../../../src/storage/prepared-statements.ts';

const APPLICATION_ID = 0x1234;
const upTo = (version: number, applicationId = APPLICATION_ID): Schema => ({
  applicationId,
  steps: Array.from({ length: version }, (_, step) => (database) => {
    database.script(`create table step_${step} (a)`);
  }),
});

test('takes the steps that are missing, and each one once', () => {
  const database = openDatabase(':memory:');
  expect(isMigrationNeeded(database, upTo(1))).toBe(true);
  migrate(database, upTo(1));
  expect(isMigrationNeeded(database, upTo(1))).toBe(false);
  expect(isMigrationNeeded(database, upTo(3))).toBe(true);
  migrate(database, upTo(3));
  migrate(database, upTo(3));
  const tables = database.all<{ name: string }>('select name from sqlite_schema order by name');
  expect(tables.map(({ name }) => name)).toEqual(['step_0', 'step_1', 'step_2']);
  database.close();
});

test('a step that fails leaves nothing behind', () => {
  const database = openDatabase(':memory:');
  const failing: Schema = {
    applicationId: APPLICATION_ID,
    steps: [
      (inside) => {
        inside.script('create table t (a)');
        throw new Error('no more');
      },
    ],
  };
  expect(() => migrate(database, failing)).toThrow('no more');
  expect(database.all('select * from sqlite_schema')).toEqual([]);
  expect(isMigrationNeeded(database, failing)).toBe(true);
  database.close();
});

test.each([
  ['a newer crier', upTo(2), upTo(1), /newer crier/],
  ['another program', upTo(1, 0x9999), upTo(2), /another program/],
])('what %s wrote is refused', (_who, written, known, message) => {
  const database = openDatabase(':memory:');
  migrate(database, written);
  const refused = expect.objectContaining({ kind: 'usage', message: expect.stringMatching(message) });
  expect(() => isMigrationNeeded(database, known)).toThrow(refused);
  expect(() => migrate(database, known)).toThrow(refused);
  database.close();
});

test('a database of another program is refused', () => {
  const database = openDatabase(':memory:');
  database.script('create table contacts (a)');
  expect(() => isMigrationNeeded(database, upTo(1))).toThrow(/another program/);
  database.close();
});

test.each([1, 2, 3])('a file that another process makes after look %i is none of a stranger', (look) => {
  const database = openDatabase(':memory:');
  let looks = 0;
  const disturbed: Database = {
    ...database,
    first<Row>(sql: string, ...values: SqlValues) {
      const row = database.first<Row>(sql, ...values);
      looks += 1;
      if (looks === look) migrate(database, upTo(2));
      return row;
    },
  };
  expect(() => isMigrationNeeded(disturbed, upTo(2))).not.toThrow();
  expect(looks).toBe(3);
  migrate(disturbed, upTo(2));
  expect(isMigrationNeeded(database, upTo(2))).toBe(false);
  database.close();
});
