import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'crier.js');
const WORDS = ['errors', 'show', '485', '--json'];
const MOST_BYTES = 32 * 1024 * 1024;

let base: string;
let expected: SpawnSyncReturns<string>;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-code-cache-'));
  expected = run(mkdtempSync(join(base, 'home-')));
  expect(expected).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const newHome = () => mkdtempSync(join(base, 'home-'));

/** @param before shell commands that come before the program, such as a limit */
function run(home: string, before = '', words: readonly string[] = WORDS) {
  const script = `${before}\nexec "$0" "$@"`;
  return spawnSync('sh', ['-c', script, process.execPath, BIN, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, CRIER_CONFIG_DIR: join(base, 'settings') },
  });
}

/** The folder of compiled code of this version of Node, made by a first run. */
function filledFolder(home: string): string {
  run(home);
  const compiled = join(home, '.cache', 'crier', 'compiled');
  const [version = ''] = readdirSync(compiled);
  return join(compiled, version);
}

/** Has the next run find something to keep. */
function removeOne(folder: string): string {
  const name = readdirSync(folder).find((each) => each.startsWith('core-')) ?? '';
  rmSync(join(folder, name));
  return join(folder, name);
}

const drafts = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith('.cjs'));

describe('a cache that cannot be written changes nothing that a command says or returns', {
  tags: ['T4'],
}, () => {
  const same = ({ status, stdout, stderr }: SpawnSyncReturns<string>) =>
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expected.stdout, stderr: '' });

  test.each([0, 1, 8, 64])(
    'writes fail after %i KiB, as on a full disk: no part of a file is left',
    (kib) => {
      const home = newHome();
      const folder = filledFolder(home);
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      // beyond the limit of a file's size, write() fails as it does without space
      same(run(home, `ulimit -f ${2 * kib}`)); // in blocks of 512 bytes
      expect(drafts(folder)).toEqual([]);
      for (const name of readdirSync(folder))
        expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(kib * 1024);
      same(run(home));
      expect(readdirSync(folder).length).toBeGreaterThan(2);
    },
  );

  test('after the first write that fails, no other is tried', () => {
    const home = newHome();
    const folder = filledFolder(home);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    same(run(home, 'ulimit -f 0'));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that may only be read serves what it has', () => {
    const home = newHome();
    const folder = filledFolder(home);
    removeOne(folder);
    chmodSync(folder, 0o500);
    same(run(home));
    chmodSync(folder, 0o700);
    expect(drafts(folder)).toEqual([]);
  });

  test.each([
    ['of all caches', ['.cache']],
    ['of the program', ['.cache', 'crier']],
    ['of compiled code', ['.cache', 'crier', 'compiled']],
  ])('a file is in the place of the folder %s', (_what, path) => {
    const home = newHome();
    mkdirSync(join(home, ...path.slice(0, -1)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, ...path), 'not a folder');
    same(run(home));
    expect(readFileSync(join(home, ...path), 'utf8')).toBe('not a folder');
  });

  test.each(['/dev/null', '/proc', '/nonexistent/home'])('HOME=%s', (home) => same(run(home)));

  test('a folder is in the place of a file', () => {
    const home = newHome();
    const file = removeOne(filledFolder(home));
    mkdirSync(join(file, 'full'), { recursive: true });
    same(run(home));
    same(run(home));
  });
});

describe('drafts', () => {
  const DEAD = 2 ** 22 + 1; // above the highest process id that Linux gives out

  test('of processes that were killed are removed by the next run that has something to keep', () => {
    const home = newHome();
    const folder = filledFolder(home);
    const file = removeOne(folder);
    const left = `${file}.${DEAD}`;
    writeFileSync(left, 'the beginning of a file');
    run(home);
    expect([existsSync(left), existsSync(file)]).toEqual([false, true]);
  });

  test('of a process that is alive stay for an hour', () => {
    const home = newHome();
    const folder = filledFolder(home);
    const [recent, old] = ['one', 'two'].map((name) => join(folder, `${name}.cjs.${process.pid}`));
    for (const draft of [recent, old]) writeFileSync(String(draft), 'the beginning of a file');
    const then = new Date(Date.now() - 61 * 60 * 1_000);
    utimesSync(String(old), then, then);
    removeOne(folder);
    run(home);
    expect([recent, old].map((draft) => existsSync(String(draft)))).toEqual([true, false]);
  });

  test('of a killed run are gone in the end, and every file is whole', () => {
    const home = newHome();
    const folder = filledFolder(home);
    for (let round = 0; round < 5; round += 1) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      const { pid } = spawnSync(
        'bash',
        ['-c', `"$0" "$@" >/dev/null & sleep 0.${round + 1}; kill -9 $!`, process.execPath, BIN, ...WORDS],
        {
          env: { PATH: process.env['PATH'] ?? '', HOME: home },
        },
      );
      expect(pid).toBeGreaterThan(0);
    }
    expect(run(home)).toMatchObject({ status: 0, stdout: expected.stdout, stderr: '' });
    removeOne(folder);
    expect(run(home)).toMatchObject({ status: 0, stdout: expected.stdout, stderr: '' });
    expect(drafts(folder)).toEqual([]);
  });
});

test('what a command keeps is used by its next run, also after a long stream', () => {
  const home = newHome();
  const read = (words: string) => run(home, '', [...words.split(' '), '--sandbox']);
  const short = 'comments get Mn5cTy8LrWb2QzHp6KsD --json';
  // each id is a part of its own
  const long = 'comments get Mn5cTy8LrWb2QzHp6KsD Su3gHk9WqZr5TcYb7MvN -o ndjson';
  for (const words of [short, short, long]) expect(read(words)).toMatchObject({ status: 0 });
  const folder = filledFolder(home);
  const listFiles = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const kept = listFiles();
  expect(read(short)).toMatchObject({ status: 0 });
  expect(listFiles()).toEqual(kept);
});

test('the cache of all versions together stays under its bound, and the oldest goes first', {
  tags: ['T4'],
}, () => {
  const home = newHome();
  const folder = filledFolder(home);
  const other = join(home, '.cache', 'crier', 'compiled', 'v24.15.0-x64');
  mkdirSync(other);
  const files = [1, 2, 3, 4].map((days) => {
    const file = join(days % 2 === 0 ? folder : other, `old-${days}.cjs`);
    writeFileSync(file, '');
    truncateSync(file, Math.ceil(MOST_BYTES / 3));
    const then = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
    utimesSync(file, then, then);
    return file;
  });
  const file = removeOne(folder);
  run(home);
  expect(files.map((each) => existsSync(each))).toEqual([true, true, false, false]);
  expect(existsSync(file)).toBe(true);
});
