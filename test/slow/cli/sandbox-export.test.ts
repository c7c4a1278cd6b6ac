import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getLockPath } from '../../../src/sandbox/server-note.ts';
import { createSandboxSchema } from '../../../src/sandbox/store/schema/schema.ts';
import { acquireLock } from '../../../src/storage/exclusive-lock.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { oddDisk } from '../../support/hostile/odd-disk.ts';
import {
  changeStore,
  createExportMachine,
  EXPORTED_KEY,
  type ExportMachine,
  expectImportRefused,
  exportOwnSandbox,
  readState,
} from '../../support/sandbox/exported-sandbox.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-export-'));
afterAll(() => rmSync(base, { recursive: true }));
const machine = () => createExportMachine(base);

let exported: ExportMachine;
let file: string;
beforeAll(async () => {
  exported = await exportOwnSandbox(base);
  file = join(exported.work, 'own.crier');
});

describe('sandbox export', () => {
  test('writes one file, 0600, and leaves nothing else beside it', { tags: ['D9'] }, async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(exported.work)).toEqual(['own.crier']);
    const { json } = await exported.run('sandbox export again.crier --json');
    expect(json).toEqual({ file: join(exported.work, 'again.crier'), bytes: statSync(file).size });
    rmSync(join(exported.work, 'again.crier'));
  });

  test('replaces a file only with --yes, or when the answer is yes', async () => {
    const { run, work } = machine();
    writeFileSync(join(work, 'a'), 'mine');
    const refused = await run('sandbox export a --json');
    expect({ ...refused, error: refused.error?.message }).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('replace'),
    });
    expect(readFileSync(join(work, 'a'), 'utf8')).toBe('mine');
    expect((await run('sandbox export a --json --yes')).exitCode).toBe(0);
    expect(readFileSync(join(work, 'a')).subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(statSync(join(work, 'a')).mode & 0o777).toBe(0o600);
  });

  test('never writes through a link, into a folder, or over the sandbox itself', {
    tags: ['C5'],
  }, async () => {
    const { run, work, store } = machine();
    await run('sandbox status');
    writeFileSync(join(work, 'target'), 'mine');
    symlinkSync(join(work, 'target'), join(work, 'link'));
    mkdirSync(join(work, 'folder'));
    for (const name of ['link', 'folder', store, `${store}-wal`]) {
      const { exitCode, stdout } = await run(`sandbox export ${name} --yes --json`);
      expect({ name, exitCode, stdout }).toEqual({ name, exitCode: 2, stdout: '' });
    }
    expect(readFileSync(join(work, 'target'), 'utf8')).toBe('mine');
    expect((await run('sandbox status')).exitCode).toBe(0);
  });

  test('a disk that is full in the middle of it is named with the file, and keeps the former file', {
    tags: ['T4'],
  }, async () => {
    const { run } = machine();
    const disk = oddDisk('full', (folder) => {
      writeFileSync(join(folder, 'a'), 'mine');
      writeFileSync(join(folder, 'room'), Buffer.alloc(400_000));
    });
    const file = join(disk.folder, 'a');
    rmSync(join(disk.folder, 'room'), { force: true });
    const { exitCode, error } = await run(`sandbox export ${file} --yes --json`);
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: { message: expect.stringContaining(`cannot write ${file}: ${disk.reason}`) },
    });
    if (existsSync(file)) expect(readFileSync(file, 'utf8')).toBe('mine');
    disk.close();
  });

  test.each(['full', 'read-only'] as const)(
    'on a %s disk exits 2 with the reason, and leaves nothing there',
    { tags: ['T4'] },
    async (kind) => {
      const { run } = machine();
      const disk = oddDisk(kind);
      const before = existsSync(disk.folder) ? readdirSync(disk.folder) : null;
      const { exitCode, error } = await run(`sandbox export ${join(disk.folder, 'a')} --json`);
      expect({ exitCode, error }).toMatchObject({
        exitCode: 2,
        error: { message: expect.stringContaining(`cannot write ${join(disk.folder, 'a')}: ${disk.reason}`) },
      });
      expect(existsSync(disk.folder) ? readdirSync(disk.folder) : null).toEqual(before);
      disk.close();
    },
  );
});

describe('sandbox import', () => {
  test('puts the whole state in place, keys included, and keeps a copy of what it replaced', async () => {
    const other = machine();
    const before = await readState(other);
    const { json, exitCode } = await other.run(`sandbox import ${file} --yes --json`);
    expect(exitCode).toBe(0);
    expect(await readState(other)).toEqual(await readState(exported));
    expect(await readState(other)).not.toEqual(before);
    const { backup } = json as { backup: string };
    expect(backup).toMatch(/sandbox\.db\.replaced-\d{8}T\d{9}Z$/);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect((await other.run(`sandbox import ${backup} --yes`)).exitCode).toBe(0);
    expect(await readState(other)).toEqual(before);
  });

  test('keeps three copies of what it replaced', async () => {
    const other = machine();
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await other.run(`sandbox import ${file} --yes`)).exitCode).toBe(0);
    }
    const kept = readdirSync(join(other.store, '..')).filter((name) => name.includes('.replaced-'));
    expect(kept).toHaveLength(3);
  });

  test('asks first, and changes nothing without an answer or with --dry-run', async () => {
    const other = machine();
    const before = await readState(other);
    const refused = await other.run(`sandbox import ${file} --json`);
    expect({ exitCode: refused.exitCode, message: refused.error?.message }).toEqual({
      exitCode: 2,
      message: expect.stringContaining('replace all data'),
    });
    expect((await other.run(`sandbox import ${file} --dry-run --json`)).json).toEqual({ file, backup: null });
    expect(await readState(other)).toEqual(before);
  });

  test('puts a whole one in the place of a store that cannot be used', async () => {
    const other = machine();
    mkdirSync(join(other.store, '..'), { recursive: true });
    writeFileSync(other.store, 'dear diary');
    const { exitCode, stderr } = await other.run(`sandbox import ${file} --yes`);
    expect({ exitCode, stderr: stderr.replaceAll(/\s+/g, ' ') }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('it was moved to'),
    });
    expect(await readState(other)).toEqual(await readState(exported));
  });

  const BAD: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    [
      'was written by a newer crier',
      (path) => changeStore(path, 'pragma user_version = 999'),
      /newer crier.*update crier/,
    ],
    [
      'is a text',
      (path) => writeFileSync(path, 'dear diary, '.repeat(500)),
      /not a database.*sandbox export/,
    ],
    ['is truncated', (path) => truncateSync(path, 300_000), /damaged|truncated/],
    ['lacks a table', (path) => changeStore(path, 'drop table outbox'), /lacks outbox/],
    [
      'has settings that are none',
      (path) => changeStore(path, `update settings set value_json = '{'`),
      /settings\.value_json is not JSON/,
    ],
    ['is not there', (path) => rmSync(path), /no such file.*sandbox export/],
  ];
  // a folder of our own: other processes import at the same time
  const temporary = join(base, 'temporary');
  beforeEach(() => {
    mkdirSync(temporary, { recursive: true });
    vi.stubEnv('TMPDIR', temporary);
    expect(tmpdir()).toBe(temporary);
  });
  afterEach(() => void vi.unstubAllEnvs());

  test.each(BAD)('refuses a file that %s, and changes nothing', async (_what, harm, message) => {
    await expectImportRefused(machine(), file, harm, message);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('brings a file of an earlier version up to date, and leaves the file as it is', async () => {
    const other = machine();
    const old = join(other.work, 'old.crier');
    const { applicationId, steps } = createSandboxSchema({ fill() {}, addAdminToken() {}, now: () => 0 });
    const database = openDatabase(old);
    migrate(database, { applicationId, steps: steps.slice(0, 3) });
    database.script(`
      insert into keys values ('api', 'SBX-API-OLD'), ('x-key', 'SBX-X-KEY-1'), ('x-secret', 'SBX-X-SECRET-1'), ('admin', 'SBX-ADMIN-1');
      insert into profiles values (1, 'primary', 'Primary Profile', 'ref', null, 0);
      insert into posts values ('old-post', 1, 'from before', 0, '{}');
      pragma journal_mode = delete`);
    database.close();
    const bytes = readFileSync(old);
    expect((await other.run(`sandbox import ${old} --yes`)).exitCode).toBe(0);
    expect((await other.run('sandbox status --json')).json).toMatchObject({ apiKey: 'SBX-API-OLD' });
    expect(readFileSync(old)).toEqual(bytes);
  });

  test('is refused while a server runs or starts, which would not notice', async () => {
    const other = machine();
    const before = await readState(other);
    const served = await other.run(`sandbox import ${file} --yes --json`, { others: { isServed: true } });
    expect({ exitCode: served.exitCode, error: served.error }).toMatchObject({
      exitCode: 2,
      error: {
        message: expect.stringMatching(/a server is running for the sandbox, process \d+ at http/),
        advice: expect.stringContaining('sandbox stop'),
      },
    });
    const lock = acquireLock(getLockPath(join(other.store, '..')), 1_000);
    const starting = await other.run(`sandbox import ${file} --yes --json`);
    lock?.release();
    expect({ exitCode: starting.exitCode, error: starting.error }).toMatchObject({
      exitCode: 10,
      error: { message: expect.stringContaining('another import') },
    });
    expect(await readState(other)).toEqual(before);
  });
});

describe('--seed', () => {
  test('a new sandbox begins with the file, and with keys of its own', async () => {
    const other = machine();
    const { exitCode, json } = await other.run(`sandbox start --seed ${file} --json`);
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { plan: 'enterprise' } });
    const [own, theirs] = [await readState(other), await readState(exported)];
    expect(own.automations).toEqual(theirs.automations);
    const store = openDatabase(other.store);
    const keys = store.all<{ value: string }>(
      'select value from keys union select profile_key from profiles where profile_key is not null',
    );
    store.close();
    expect(keys.length).toBe(6);
    expect(keys.map(({ value }) => value)).not.toEqual(expect.arrayContaining([EXPORTED_KEY]));
    expect(keys.filter(({ value }) => value.endsWith('EXPORTED'))).toEqual([]);
  });

  test('a sandbox that has data keeps it, and that is reported', async () => {
    const other = machine();
    const before = await readState(other);
    const { stderr, exitCode } = await other.run(`sandbox start --seed ${file}`);
    expect({ exitCode, stderr: stderr.replaceAll(/\s+/g, ' ') }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('already has data, which is kept'),
    });
    expect((await readState(other)).automations).toEqual(before.automations);
  });

  test('reset begins with the file, and keys stay as they are', async () => {
    const other = machine();
    await other.run('sandbox status');
    changeStore(other.store, `update keys set value = 'SBX-API-MINE' where name = 'api'`);
    changeStore(other.store, `update profiles set profile_key = 'SBX-PROFILE-MINE' where alias = 'harbour'`);
    const { exitCode, json } = await other.run(`sandbox reset --seed ${file} --yes --json`);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: { apiKey: 'SBX-API-MINE', plan: 'enterprise' },
    });
    const kept = openDatabase(other.store);
    expect(kept.first(`select profile_key as key from profiles where alias = 'harbour'`)).toEqual({
      key: 'SBX-PROFILE-MINE',
    });
    expect(kept.first(`select count(*) as count from automations where name = 'Own'`)).toEqual({ count: 1 });
    expect(kept.all('pragma foreign_key_check')).toEqual([]);
    kept.close();
    // and without the file, the demo is back
    expect((await other.run('sandbox reset --yes --json')).json).toMatchObject({
      plan: 'business',
      apiKey: 'SBX-API-MINE',
    });
  });

  test('--memory and exec begin with the file, too, and --detach hands it on as an absolute path', async () => {
    const other = machine();
    copyFileSync(file, join(other.work, 'own.crier'));
    expect((await other.run('sandbox start --memory --seed own.crier --json')).json).toMatchObject({
      plan: 'enterprise',
    });
    expect(
      (await other.run(['sandbox', 'exec', '--seed', 'own.crier', '--', 'true'].join(' '))).exitCode,
    ).toBe(0);
    const words: string[] = [];
    await other.run('sandbox start --detach --seed own.crier', {
      others: { onStart: (started) => void words.push(...started) },
    });
    expect(words.slice(-2)).toEqual(['--seed', join(other.work, 'own.crier')]);
  });

  test('a file that is not there is exit 2 before anything is started', async () => {
    const other = machine();
    for (const line of [
      'sandbox start --seed no.crier',
      'sandbox start --detach --seed no.crier',
      'sandbox exec --seed no.crier -- true',
      'sandbox reset --yes --seed no.crier',
    ]) {
      const { exitCode, error } = await other.run(line);
      expect({ line, exitCode, error: error?.message ?? null }).toMatchObject({ line, exitCode: 2 });
    }
    expect(existsSync(other.store)).toBe(false);
  });
});
