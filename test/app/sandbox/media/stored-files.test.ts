import { randomBytes } from 'node:crypto';
import {
  existsSync,
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
import { afterAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { openDatabase } from '../../../../src/storage/open-database.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { pngBytes } from '../../../support/sandbox/media-bytes.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { put, upload } from '../../../support/sandbox/uploads.ts';
import { askSandbox, NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-media-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function openOnDisk(): Promise<{ sandbox: Sandbox; file: string; media: string }> {
  const file = join(folder, `${randomBytes(8).toString('hex')}.db`);
  const sandbox = await openSandboxFile({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: SLIGHT_SEED,
  });
  return { sandbox, file, media: `${file}-media` };
}

const ask = (sandbox: Sandbox) => ({
  sandbox,
  ask: (path: string) => askSandbox(sandbox, path),
});

test('uploaded files are beside the database, for their owner only', { tags: ['C5', 'D9'] }, async () => {
  const { sandbox, media } = await openOnDisk();
  await upload(ask(sandbox), pngBytes(), 'a.png');
  const [name = ''] = readdirSync(media);
  expect(readdirSync(media)).toHaveLength(1);
  expect(statSync(media).mode & 0o777).toBe(0o700);
  expect(statSync(join(media, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(media, name))).toEqual(pngBytes());
  sandbox.close();
});

test('a reset deletes them, and what killed uploads left', async () => {
  const { sandbox, media } = await openOnDisk();
  await upload(ask(sandbox), pngBytes(), 'a.png');
  writeFileSync(join(media, 'AAAAAAAAAAAAAAAAAAAA-BBBBBBBBBBBBBBBBBBBB.part'), 'half');
  await control(sandbox, 'reset');
  expect(readdirSync(media)).toEqual([]);
  sandbox.close();
});

test('164 for an upload during which the sandbox is reset, which is no fault of the sandbox', async () => {
  const { sandbox, media } = await openOnDisk();
  const { body } = await askSandbox(sandbox, '/media/uploadUrl?fileName=a.png');
  let isBegun = false;
  const bytes = new ReadableStream<Uint8Array>({
    // the second half is asked for when the first one is being written
    async pull(controller) {
      if (isBegun) await control(sandbox, 'reset');
      controller.enqueue(Uint8Array.from(pngBytes()));
      if (isBegun) controller.close();
      isBegun = true;
    },
  });
  const { http, body: answer } = await put(sandbox, body.uploadUrl, bytes);
  expect([http, answer['code']]).toEqual([400, 164]);
  expect(readdirSync(media)).toEqual([]);
  expect((await control(sandbox, 'status')).body.lastFault).toBeNull();
  sandbox.close();
});

test('pruning deletes old files, and uploads that ended long ago', async () => {
  const { sandbox, media } = await openOnDisk();
  await upload(ask(sandbox), pngBytes(), 'old.png');
  await control(sandbox, 'advanceClock', { ms: 40 * 86_400_000 });
  await upload(ask(sandbox), pngBytes(), 'new.png');
  const [young, aged] = ['A', 'B'].map((letter) => join(media, `${letter.repeat(20)}.part`));
  for (const part of [young, aged]) writeFileSync(part ?? '', 'half');
  utimesSync(young ?? '', NOW / 1_000, NOW / 1_000);
  utimesSync(aged ?? '', NOW / 1_000 - 90_000, NOW / 1_000 - 90_000);
  const { body } = await control(sandbox, 'prune', { olderThanMs: 35 * 86_400_000, dryRun: false });
  expect(body.removed.media).toEqual({ rows: 1, bytes: pngBytes().length + 'old.png'.length });
  const { body: library } = await askSandbox(sandbox, '/media');
  expect(library).toMatchObject([{ fileName: 'new.png' }]);
  expect([readdirSync(media).length, existsSync(young ?? ''), existsSync(aged ?? '')]).toEqual([
    2,
    true,
    false,
  ]);
  sandbox.close();
});

test('pruning keeps a file that a scheduled post needs', async () => {
  const { sandbox } = await openOnDisk();
  const url = await upload(ask(sandbox), pngBytes(), 'a.png');
  const scheduleDate = new Date(NOW + 60 * 86_400_000).toISOString();
  const post = { post: 'later', platforms: ['facebook'], mediaUrls: [url], scheduleDate };
  await askSandbox(sandbox, '/post', { method: 'POST', body: JSON.stringify(post) });
  await control(sandbox, 'advanceClock', { ms: 40 * 86_400_000 });
  await control(sandbox, 'prune', { olderThanMs: 35 * 86_400_000, dryRun: false });
  expect((await sandbox.fetch(new Request(url))).status).toBe(200);
  await control(sandbox, 'advanceClock', { ms: 40 * 86_400_000 });
  await control(sandbox, 'prune', { olderThanMs: 35 * 86_400_000, dryRun: false });
  expect((await sandbox.fetch(new Request(url))).status).toBe(404);
  sandbox.close();
});

test('a second upload to an address replaces the file', async () => {
  const { sandbox, media } = await openOnDisk();
  const { body } = await askSandbox(sandbox, '/media/uploadUrl?fileName=a.png');
  for (const width of [10, 20]) await put(sandbox, body.uploadUrl, pngBytes({ width }));
  expect((await askSandbox(sandbox, '/media')).body).toMatchObject([{ width: 20 }]);
  expect(readdirSync(media)).toHaveLength(1);
  sandbox.close();
});

test('a file that no longer fits into the library is refused with a way out, and nothing of it stays', {
  tags: ['D8'],
}, async () => {
  const { sandbox, media } = await openOnDisk();
  await upload(ask(sandbox), pngBytes(), 'a.png');
  const before = readdirSync(media);
  const [name = ''] = before;
  truncateSync(join(media, name), ASSUMED.mediaLibraryBytes - 1); // sparse: it takes no room on the disk
  const address = (await ask(sandbox).ask('/media/uploadUrl?fileName=b.png')).body;
  const { http, body } = await put(sandbox, address.uploadUrl, pngBytes());
  expect([http, body.code, body.message]).toEqual([400, 164, expect.stringContaining('library is full')]);
  expect(body.details).toContain('crier sandbox prune');
  expect(readdirSync(media)).toEqual(before);
});

test('a database that names a file elsewhere does not make it readable', { tags: ['T17'] }, async () => {
  const { sandbox, file } = await openOnDisk();
  const url = await upload(ask(sandbox), pngBytes(), 'a.png');
  writeFileSync(join(folder, 'secret'), 'secret');
  const database = openDatabase(file);
  database.run("update media_files set stored = '../secret'");
  database.close();
  const served = await sandbox.fetch(new Request(url));
  expect([served.status, await served.text()]).toEqual([404, expect.not.stringMatching(/^secret/)]);
  sandbox.close();
});

test('a sandbox in memory keeps them in a temporary folder, and deletes that', async () => {
  const { sandbox } = await smallSandbox(SLIGHT_SEED);
  const url = await upload(ask(sandbox), pngBytes(), 'a.png');
  const [, id = ''] = /file\/(\w+)\//.exec(url) ?? [];
  const holds = (name: string) => name.startsWith('crier-media-') && existsSync(join(tmpdir(), name, id));
  const own = readdirSync(tmpdir()).filter(holds);
  expect(own).toHaveLength(1);
  sandbox.close();
  expect(existsSync(join(tmpdir(), own[0] ?? ''))).toBe(false);
});
