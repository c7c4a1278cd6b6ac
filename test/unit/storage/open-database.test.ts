import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const fresh = () => join(folder, `case-${count++}`, 'state', 'a.db');
const mode = (path: string) => statSync(path).mode & 0o777;

/** Opens a file that cannot be one of ours. */
function refusal(file: string): CrierError {
  try {
    openDatabase(file).close();
  } catch (error) {
    if (error instanceof CrierError) return error;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

describe('the file', () => {
  test('it and its log are 0600, its new folders 0700', { tags: ['D9'] }, () => {
    const file = fresh();
    const database = openDatabase(file);
    database.script('create table t (a)');
    expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual([0o600, 0o600, 0o600]);
    expect([join(file, '..'), join(file, '../..')].map(mode)).toEqual([0o700, 0o700]);
    database.close();
  });

  test('a file that others could read is closed to them', { tags: ['D9'] }, () => {
    const file = fresh();
    openDatabase(file).close();
    chmodSync(file, 0o644);
    openDatabase(file).close();
    expect(mode(file)).toBe(0o600);
  });

  test('a symbolic link is refused, and its target stays unchanged', { tags: ['C5'] }, () => {
    const file = fresh();
    mkdirSync(join(file, '..'), { recursive: true });
    const target = join(folder, 'target');
    symlinkSync(target, file);
    expect(refusal(file)).toMatchObject({ kind: 'usage', message: expect.stringContaining(file) });
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, 'mine');
    expect(refusal(file).kind).toBe('usage');
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  test('a folder in its place is refused', () => {
    const file = fresh();
    mkdirSync(file, { recursive: true });
    expect(refusal(file).kind).toBe('usage');
  });

  test('a place where no file can be made is refused', () => {
    const file = fresh();
    mkdirSync(join(file, '../..'), { recursive: true });
    writeFileSync(join(file, '..'), 'a file where a folder should be');
    expect(refusal(file)).toMatchObject({ kind: 'usage', message: expect.stringContaining('cannot create') });
  });

  test('a full disk is reported as such, and the transaction is rolled back', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a); pragma max_page_count = 4');
    const fill = () =>
      database.transaction(() => {
        for (let row = 0; row < 1_000; row++) database.run('insert into t values (?)', 'x'.repeat(100));
      });
    expect(fill).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining('disk is full') }),
    );
    expect(database.all('select a from t')).toEqual([]);
    database.close();
  });

  test('a file that is no database is refused, and left as it was', () => {
    const file = fresh();
    mkdirSync(join(file, '..'), { recursive: true });
    const text = 'dear diary, '.repeat(1_000);
    writeFileSync(file, text, { mode: 0o600 });
    expect(refusal(file)).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('not a database'),
      facts: { advice: expect.stringMatching(/./) },
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('how it is opened', () => {
  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ])('pragma %s is %s', (pragma, expected) => {
    const database = openDatabase(fresh());
    expect(Object.values(database.first<object>(`pragma ${pragma}`) ?? {})).toEqual([expected]);
    database.close();
  });

  test('a second one in the same process does not take away the locks of the first', () => {
    const file = fresh();
    const first = openDatabase(file);
    first.script('create table t (a)');
    first.transaction(() => {
      first.run('insert into t values (1)');
      openDatabase(file).close();
      first.run('insert into t values (2)');
    });
    expect(first.all('select a from t')).toHaveLength(2);
    first.close();
  });
});

test('values are given by name, from a record with more members, but never by name and by number', () => {
  const database = openDatabase(':memory:');
  const record = { width: 2, height: 3, title: 'a leaf' };
  expect(database.first('select :width * :height as area', record)).toEqual({ area: 6 });
  expect(
    database.all(`select :title as title, ':width' as text where :height > :width limit :width`, record),
  ).toEqual([{ title: 'a leaf', text: ':width' }]);
  expect(() => database.first('select ?1 * :height as area', record)).toThrow('by name and by number');
  expect(() => database.first('select :depth', record)).toThrow('no value for :depth');
  database.close();
});

describe('a transaction', () => {
  test('keeps all or nothing', () => {
    const database = openDatabase(':memory:');
    database.script('create table t (a unique)');
    expect(
      database.transaction(() => {
        database.run('insert into t values (1)');
        return 'done';
      }),
    ).toBe('done');
    expect(() =>
      database.transaction(() => {
        database.run('insert into t values (2)');
        database.run('insert into t values (1)');
      }),
    ).toThrow(/UNIQUE/);
    expect(database.all('select a from t').map((row) => ({ ...(row as object) }))).toEqual([{ a: 1 }]);
    database.close();
  });

  test('shuts other writers out from its beginning, not from its first write', () => {
    const file = fresh();
    const one = openDatabase(file);
    const other = openDatabase(file);
    other.script('pragma busy_timeout = 1');
    one.transaction(() => {
      expect(() => other.transaction(() => {})).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    });
    one.close();
    other.close();
  });
});

describe('a group of transactions', () => {
  const SYNCHRONOUS = { normal: 1, full: 2 };
  const level = (database: Database) => Object.values(database.first('pragma synchronous') ?? {})[0];
  const logged = ({ file }: Database) => statSync(`${file}-wal`).size;

  test('waits for the disk with a commit at its end, and not before', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a); pragma user_version = 7');
    let atLast = 0;
    const given = database.group(() => {
      for (const value of [1, 2]) {
        database.transaction(() => database.run('insert into t values (?)', value));
        expect(level(database)).toBe(SYNCHRONOUS.normal);
      }
      atLast = logged(database);
      return 'given';
    });
    expect(given).toBe('given');
    expect(level(database)).toBe(SYNCHRONOUS.full);
    expect(logged(database)).toBeGreaterThan(atLast);
    expect(database.all('select a from t')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(database.first('pragma user_version')).toEqual({ user_version: 7 });
    database.close();
  });

  test('writes nothing where nothing was written', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a)');
    const before = logged(database);
    database.group(() => database.all('select a from t'));
    expect(logged(database)).toBe(before);
    database.close();
  });

  test('that fails keeps what was committed, on the disk, and every later commit waits again', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a)');
    let atLast = 0;
    const failing = () =>
      database.group(() => {
        database.transaction(() => database.run('insert into t values (1)'));
        atLast = logged(database);
        throw new Error('half-way');
      });
    expect(failing).toThrow('half-way');
    expect(logged(database)).toBeGreaterThan(atLast);
    expect(level(database)).toBe(SYNCHRONOUS.full);
    expect(database.all('select a from t')).toEqual([{ a: 1 }]);
    database.close();
  });

  test('that fails says why, also when nothing can be written any more', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a)');
    const failing = () =>
      database.group(() => {
        database.transaction(() => database.run('insert into t values (1)'));
        database.script('pragma query_only = 1');
        throw new Error('half-way');
      });
    expect(failing).toThrow('half-way');
    database.close();
  });

  test('leaves how much is waited for as it was', () => {
    const database = openDatabase(fresh());
    database.script('create table t (a); pragma synchronous = off');
    database.group(() => {
      expect(level(database)).toBe(0);
      database.transaction(() => database.run('insert into t values (1)'));
    });
    expect(level(database)).toBe(0);
    database.close();
  });
});
