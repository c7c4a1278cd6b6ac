import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findServer, getLockPath } from '../../../src/sandbox/server-note.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { type FileServer, serveFolder } from '../../support/network/file-server.ts';

let base: string;
let folder: string;
const open: FileServer[] = [];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-removed-'));
  folder = join(base, 'sandbox');
});
afterEach(async () => {
  for (const { served } of open.splice(0)) await served.close();
  rmSync(base, { recursive: true, force: true });
});

async function start(where = folder): Promise<FileServer> {
  const server = await serveFolder(where);
  open.push(server);
  return server;
}

/** A store of its own without a server, and its one file. */
async function otherStore(): Promise<string> {
  const other = await serveFolder(join(base, 'other'));
  await other.served.close();
  return other.file;
}

const titles = (file: string): readonly string[] => {
  const database = openDatabase(file);
  const rows = database.all<{ title: string }>('select title from profiles');
  database.close();
  return rows.map(({ title }) => title);
};

/** What happens to the files while they are served, and the message about it. */
const LOSSES: readonly (readonly [string, RegExp, (file: string) => void | Promise<void>])[] = [
  ['its folder is removed', /was removed while in use/, () => rmSync(folder, { recursive: true })],
  ['its folder is moved away', /was removed while in use/, () => renameSync(folder, join(base, 'elsewhere'))],
  ['its database is removed', /was removed while in use/, (file) => rmSync(file)],
  [
    'another store is moved over it',
    /was replaced while in use/,
    async (file) => renameSync(await otherStore(), file),
  ],
  [
    'a copy of itself takes its place',
    /was replaced while in use/,
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  [
    'its write-ahead log is removed',
    /separated from its log, which was removed/,
    (file) => rmSync(`${file}-wal`),
  ],
];

describe('a store that is lost while it is served', { tags: ['T20'] }, () => {
  test.each(LOSSES)(
    '%s: nothing is acknowledged, and the server ends with the reason',
    async (_what, reason, lose) => {
      const { served, file, ask, control } = await start();
      expect((await ask('POST', '/profiles', { title: 'Before' })).http).toBe(200);
      await lose(file);
      const fault = {
        http: 500,
        body: { status: 'error', code: 1500, details: expect.stringMatching(reason) },
      };
      const answers = await Promise.all([
        ask('POST', '/profiles', { title: 'Lost' }),
        ask('GET', '/user'),
        ask('GET', '/nowhere'),
        control('PUT', '/_sandbox/plan', { plan: 'launch' }),
        control('GET', '/_sandbox/status'),
      ]);
      for (const answer of answers) expect(answer).toMatchObject(fault);
      await expect(served.stopped).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringMatching(reason),
      });
      expect(served.sandbox.credentials.profiles.map(({ title }) => title)).not.toContain('Lost');
    },
  );

  test.each(LOSSES)('%s: it is noticed without a request', async (_what, reason, lose) => {
    const { served, file } = await start();
    await lose(file);
    await expect(served.stopped).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(reason),
    });
  });

  test('its lock is removed: another server could begin beside it', async () => {
    const { served } = await start();
    rmSync(getLockPath(folder));
    await expect(served.stopped).rejects.toMatchObject({
      kind: 'usage',
      message: `cannot use ${getLockPath(folder)}: it was removed while in use`,
    });
  });

  test('the server that starts after it keeps its note, its lock and all of its data', async () => {
    const first = await start();
    await first.ask('POST', '/profiles', { title: 'First' });
    rmSync(folder, { recursive: true });
    const second = await start();
    expect((await second.ask('POST', '/profiles', { title: 'Second' })).http).toBe(200);
    expect((await first.ask('POST', '/profiles', { title: 'Lost' })).http).toBe(500);
    await expect(first.served.stopped).rejects.toThrow('while in use');
    await first.served.close();
    expect(findServer(folder)).toEqual(second.served.note);
    expect(existsSync(`${second.file}-wal`)).toBe(true);
    expect((await second.ask('POST', '/profiles', { title: 'Third' })).http).toBe(200);
    await second.served.close();
    open.splice(0);
    expect(titles(second.file)).toEqual(expect.arrayContaining(['Second', 'Third']));
    expect(titles(second.file)).not.toContain('Lost');
  });

  test('the store that was moved over it is left as it was', async () => {
    const other = await otherStore();
    const before = readFileSync(other);
    const { served, file, ask } = await start();
    renameSync(other, file);
    await ask('POST', '/profiles', { title: 'Lost' });
    await expect(served.stopped).rejects.toThrow('replaced');
    await served.close();
    open.splice(0);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
