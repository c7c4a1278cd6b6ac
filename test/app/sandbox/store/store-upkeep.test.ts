import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../../src/sandbox/open-sandbox.ts';
import { createSandboxSchema } from '../../../../src/sandbox/store/schema/schema.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { openDatabase } from '../../../../src/storage/open-database.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { crier } from '../../../support/crier.ts';
import { oddDisk } from '../../../support/hostile/odd-disk.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const base = quickFolder('upkeep');
afterAll(() => rmSync(base, { recursive: true }));

let count = 0;
const freshFolder = () => {
  const folder = join(base, `case-${count++}`, 'sandbox');
  mkdirSync(folder, { recursive: true });
  return folder;
};
const open = (file: string, options: Partial<SandboxOptions> = {}) =>
  openHeldSandbox({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => SLIGHT_SEED,
    ...options,
  });

const { applicationId, steps } = createSandboxSchema({ fill() {}, addAdminToken() {}, now: () => 0 });

/** A store as an earlier version left it. */
function writeVersion(file: string, version: number): void {
  const database = openDatabase(file);
  migrate(database, { applicationId, steps: steps.slice(0, version) });
  database.script(`
    insert into keys values ('api', 'SBX-API-1'), ('x-key', 'SBX-X-KEY-1'), ('x-secret', 'SBX-X-SECRET-1'), ('admin', 'SBX-ADMIN-1');
    insert into profiles values (1, 'primary', 'Primary Profile', 'ref', null, ${NOW})`);
  database.close();
}

const versionOf = (file: string) => {
  const database = openDatabase(file);
  const found = database.first<{ user_version: number }>('pragma user_version')?.user_version;
  database.close();
  return found;
};

describe('a migration', () => {
  test('keeps a backup of the store, 0600, and names its path once', async () => {
    const folder = freshFolder();
    const file = join(folder, 'sandbox.db');
    writeVersion(file, 3);
    const recorded: unknown[] = [];
    (await open(file, { onMigrated: (migrated) => void recorded.push(migrated) })).close();
    (await open(file, { onMigrated: (migrated) => void recorded.push(migrated) })).close();
    const copy = join(folder, 'sandbox.db.version-3-20260921T141320000Z');
    expect(recorded).toEqual([{ from: 3, to: steps.length, copy }]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => !name.startsWith('sandbox.db.version-'))).toEqual([
      'sandbox.db',
    ]);
    expect([versionOf(file), versionOf(copy)]).toEqual([steps.length, 3]);
    const kept = openDatabase(copy);
    expect(kept.first(`select value from keys where name = 'api'`)).toEqual({ value: 'SBX-API-1' });
    kept.close();
  });

  test('keeps three copies at most, the newest ones, and a new store needs none', async () => {
    const folder = freshFolder();
    const file = join(folder, 'sandbox.db');
    for (const [turn, version] of [4, 2, 5, 3].entries()) {
      rmSync(file, { force: true });
      writeVersion(file, version);
      (await open(file, { clock: stoppedClock(NOW + turn * 1_000) })).close();
    }
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'sandbox.db')
        .toSorted(),
    ).toEqual([
      'sandbox.db.version-2-20260921T141321000Z',
      'sandbox.db.version-3-20260921T141323000Z',
      'sandbox.db.version-5-20260921T141322000Z',
    ]);
    const other = freshFolder();
    (await open(join(other, 'sandbox.db'))).close();
    expect(readdirSync(other)).toEqual(['sandbox.db']);
  });

  test('that fails leaves the store as it was', async () => {
    const file = join(freshFolder(), 'sandbox.db');
    writeVersion(file, 3);
    const database = openDatabase(file);
    database.script('create table engagements (a)');
    database.close();
    await expect(open(file)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('tables'),
    });
    expect(versionOf(file)).toBe(3);
  });

  test('is not begun on a disk that takes no copy', { tags: ['T4'] }, async () => {
    const disk = oddDisk('full', (folder) => writeVersion(join(folder, 'sandbox.db'), 3));
    const file = join(disk.folder, 'sandbox.db');
    await expect(open(file)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(disk.reason),
    });
    disk.close();
  });

  test('is reported on stderr by the command that does it', async () => {
    const state = join(base, `case-${count++}`);
    const file = join(state, 'sandbox', 'sandbox.db');
    mkdirSync(join(state, 'sandbox'), { recursive: true });
    writeVersion(file, 3);
    const around = { onDisk: true, env: { CRIER_STATE_DIR: state } };
    const first = await crier('sandbox status', around);
    expect(first.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`migrated from version 3 to ${steps.length}; the old data is kept in ${file}.version-3-`),
    );
    expect((await crier('sandbox status', around)).stderr).not.toContain('version');
  });
});

describe('a start of the server', () => {
  const started = async () => {
    const state = join(base, `case-${count++}`);
    const around = { onDisk: true, env: { CRIER_STATE_DIR: state } };
    expect((await crier('sandbox start --json', around)).exitCode).toBe(0);
    return { file: join(state, 'sandbox', 'sandbox.db'), around };
  };

  test('reads the whole store, and refuses one that is damaged where opening does not look', async () => {
    const { file, around } = await started();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, bytes.length - 40_000));
    const { exitCode, stdout, error } = await crier('sandbox start --json', around);
    expect({ exitCode, stdout, error }).toMatchObject({
      exitCode: 2,
      stdout: '',
      error: {
        kind: 'usage',
        message: expect.stringMatching(/sandbox\.db: it is damaged/),
        advice: expect.stringContaining('sandbox reset'),
      },
    });
    expect(readFileSync(file)).toEqual(bytes);
  });

  test('finds an index that lost an entry', async () => {
    const { file, around } = await started();
    const database = openDatabase(file);
    const page = database.first<{ page: number; size: number }>(
      `select rootpage as page, (select page_size from pragma_page_size) as size from sqlite_schema
       where name = 'comments_of_post'`,
    );
    database.close();
    const bytes = readFileSync(file);
    const { page: number = 0, size = 0 } = page ?? {};
    writeFileSync(file, bytes.fill(0, (number - 1) * size, number * size));
    expect((await crier('sandbox start --json', around)).exitCode).toBe(2);
  });
});
