import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  changeStore,
  changeTable,
  createExportMachine,
  expectImportRefused,
  exportOwnSandbox,
} from '../../support/sandbox/exported-sandbox.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-export-'));
afterAll(() => rmSync(base, { recursive: true }));

let file: string;
beforeAll(async () => {
  file = join((await exportOwnSandbox(base)).work, 'own.crier');
});

// a folder of our own: other processes import at the same time
const temporary = join(base, 'temporary');
beforeEach(() => {
  mkdirSync(temporary, { recursive: true });
  vi.stubEnv('TMPDIR', temporary);
  expect(tmpdir()).toBe(temporary);
});
afterEach(() => void vi.unstubAllEnvs());

/** Which take only JSON. */
const WITHOUT_INDEXES = ['index posts_by_status', 'index posts_by_series', 'trigger post_facets_changed']
  .map((name) => `drop ${name}`)
  .join(';');

const BAD: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ['is empty', (path) => writeFileSync(path, ''), /it is empty.*sandbox export/],
  [
    "is another program's",
    (path) => changeStore(path, 'pragma application_id = 77'),
    /another program.*sandbox export/,
  ],
  [
    'is a database without a mark',
    (path) => changeStore(path, 'pragma application_id = 0; pragma user_version = 0'),
    /another program/,
  ],
  ['lost its version', (path) => changeStore(path, 'pragma user_version = 0'), /lacks the schema version/],
  [
    'is damaged in the middle',
    (path) => writeFileSync(path, readFileSync(path).fill(0x55, 200_000, 230_000)),
    /damaged/,
  ],
  [
    'lacks a column',
    (path) => changeStore(path, 'alter table outbox drop column subject'),
    /lacks outbox\.subject/,
  ],
  ['lacks its keys', (path) => changeStore(path, 'delete from keys'), /keys/],
  [
    'refers to rows that it lacks',
    (path) => changeStore(path, 'pragma foreign_keys = off; delete from users'),
    /refer to missing rows/,
  ],
  [
    'has a post whose details cannot be parsed',
    (path) => changeStore(path, `${WITHOUT_INDEXES}; update posts set about_json = '{'`),
    /posts\.about_json is not JSON/,
  ],
  [
    'is of an earlier version, and has a post whose details cannot be parsed',
    (path) =>
      changeStore(path, `${WITHOUT_INDEXES}; update posts set about_json = '{'; pragma user_version = 20`),
    /posts\.about_json is not JSON/,
  ],
  [
    'has an empty API key',
    (path) => changeStore(path, `update keys set value = '' where name = 'api'`),
    /keys/,
  ],
  [
    'has a profile key that no header takes',
    (path) => changeStore(path, `update profiles set profile_key = 'a' || char(10) where alias = 'harbour'`),
    /keys/,
  ],
  [
    'has rows that a constraint forbids, and lacks the constraint',
    (path) => changeTable(path, 'posts', 'text text not null', 'update posts set text = null'),
    /rows of posts are not those of a sandbox.*sandbox export/,
  ],
  [
    'has rows that a check forbids, and lacks the check',
    (path) => changeTable(path, 'settings', ' check (id = 1)', 'update settings set id = 2'),
    /rows of settings are not those of a sandbox.*sandbox export/,
  ],
  [
    'has a view in the place of a table',
    (path) => changeStore(path, 'alter table refusals rename to x; create view refusals as select * from x'),
    /lacks refusals/,
  ],
  [
    'is a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    /not a plain file/,
  ],
  [
    'is a store in use, whose newest changes are in its log',
    (path) => writeFileSync(`${path}-wal`, 'frames'),
    /store of a sandbox in use.*sandbox export/,
  ],
];

test.each(BAD)('refuses a file that %s, and changes nothing', async (_what, harm, message) => {
  await expectImportRefused(createExportMachine(base), file, harm, message);
  expect(readdirSync(temporary)).toEqual([]);
});
