import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { crier } from '../../support/crier.ts';
import { oddDisk } from '../../support/hostile/odd-disk.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-unusable-'));
afterAll(() => rmSync(base, { recursive: true }));

let count = 0;

/** A state folder with a sandbox in it. */
async function stateFolder(): Promise<{ readonly state: string; readonly file: string }> {
  const state = join(base, `state-${count++}`);
  const made = await crier('sandbox status --json', { onDisk: true, env: { CRIER_STATE_DIR: state } });
  expect(made.exitCode).toBe(0);
  return { state, file: join(state, 'sandbox', 'sandbox.db') };
}

const change = (file: string, sql: string) => {
  const database = openDatabase(file);
  database.script(sql);
  database.close();
};

/** What is done to the store, and what has to be said about it. */
const ROWS: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  ['lost its version', (file) => change(file, 'pragma user_version = 0'), /lacks the schema version/],
  [
    'lost all of its header fields',
    (file) => change(file, 'pragma user_version = 0; pragma application_id = 0'),
    /another program/,
  ],
  [
    'is of another application',
    (file) => change(file, 'pragma application_id = 1196444487'),
    /another program/,
  ],
  ['was written by a newer crier', (file) => change(file, 'pragma user_version = 999'), /newer crier/],
  ['is a text', (file) => writeFileSync(file, 'dear diary, '.repeat(999)), /not a database/],
  [
    'was truncated to half',
    (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    /damaged|not a database/,
  ],
  [
    'was truncated to a part of its header',
    (file) => truncateSync(file, 60),
    /damaged|not a database|truncated/,
  ],
  ['was truncated to a byte', (file) => truncateSync(file, 1), /truncated/],
];

test.each(ROWS)(
  'a store that %s is exit 2, says what to do, and is left as it is',
  async (_what, harm, message) => {
    const { state, file } = await stateFolder();
    harm(file);
    const before = readFileSync(file);
    for (const line of ['sandbox status', 'posts list --sandbox', 'sandbox start']) {
      const { exitCode, stdout, error } = await crier(`${line} --json`, {
        onDisk: true,
        env: { CRIER_STATE_DIR: state },
      });
      expect({ exitCode, stdout, error }).toMatchObject({
        exitCode: 2,
        stdout: '',
        error: {
          kind: 'usage',
          message: expect.stringMatching(message),
          advice: expect.stringContaining('sandbox reset'),
        },
      });
    }
    expect(readFileSync(file)).toEqual(before);
  },
);

test('a store on a read-only disk is exit 2 with the file and the reason', { tags: ['T4'] }, async () => {
  const { state } = await stateFolder();
  const disk = oddDisk('read-only', (folder) => execFileSync('cp', ['-r', `${state}/.`, folder]));
  for (const line of ['sandbox status', 'posts list --sandbox', 'sandbox start']) {
    const { exitCode, error } = await crier(`${line} --json`, {
      onDisk: true,
      env: { CRIER_STATE_DIR: disk.folder },
    });
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: {
        message: expect.stringContaining(disk.reason),
        advice: expect.stringMatching(/another place/),
      },
    });
  }
  disk.close();
});

test.each(['-wal', '-shm'])(
  'a folder in the place of its %s is exit 2, before anything is written',
  { tags: ['T4'] },
  async (ending) => {
    const { state, file } = await stateFolder();
    mkdirSync(file + ending);
    const { exitCode, error } = await crier('posts list --sandbox --json', {
      onDisk: true,
      env: { CRIER_STATE_DIR: state },
    });
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: { message: expect.stringContaining(file) },
    });
  },
);
