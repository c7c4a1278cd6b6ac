import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openInbox } from '../../../../../src/receiver/inbox/open-inbox.ts';
import { control } from '../../../../support/control.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-changes-'));
const opened: OpenedDashboard[] = [];
afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A page that follows a sandbox, which others use, too. */
async function follow() {
  const sandbox = { ...(await openTestSandbox()), close: () => {} };
  const page = await openDashboard('', { sandbox, env: { CRIER_STATE_DIR: folder } });
  opened.push(page);
  await page.enter();
  const ending = new AbortController();
  const answer = await fetch(`${page.origin}/api/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...page.session },
    body: '{}',
    signal: ending.signal,
  });
  const lines: unknown[] = [];
  const ended = (async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      lines.push(
        ...text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );
  })().catch(() => 'ended');
  await expect.poll(() => lines).toEqual([[]]);
  return { page, sandbox, lines, ended, end: () => ending.abort() };
}

test('changes by another program are reported, many at once as one', async () => {
  const { sandbox, lines } = await follow();
  await crier('sandbox engage comment --from mara --text Hello --count 20', { sandbox });
  await expect.poll(() => lines, { interval: 5 }).toEqual([[], ['account']]);
});

test('what only reads is no change', async () => {
  const { page, sandbox } = await follow();
  const version = await readVersion(sandbox);
  for (const command of ['inbox list', 'profiles health', 'posts calendar']) await page.run(command);
  expect(await readVersion(sandbox)).toEqual(version);
});

test('what the page reads of the sandbox counts against no limit, what it changes does', async () => {
  const { page, sandbox } = await follow();
  await control(sandbox, 'setRateLimit', { max: 0 });
  expect((await page.run('inbox list')).failure).toBeNull();
  const answer = { ids: ['18054973922452013'], platform: 'instagram', text: 'Cow' };
  expect((await page.run('comments reply', answer)).failure).toMatchObject({ code: 1429 });
  expect((await crier('posts list --sandbox --retries 0', { sandbox })).stderr).toContain('1429');
});

test('so is a delivery in the inbox of the receiver', async () => {
  const { lines } = await follow();
  const inbox = await openInbox({ location: join(folder, 'receiver', 'sandbox.db') });
  await inbox.close();
  await expect.poll(() => lines.at(-1)).toEqual(['receiver']);
});

test('nothing is followed any longer for a page that is gone, and its end is no fault', async () => {
  const { page, ended, end } = await follow();
  end();
  expect(await ended).toBe('ended');
  expect((await page.run('profiles health')).document).not.toBeNull();
});

async function readVersion(sandbox: Awaited<ReturnType<typeof openTestSandbox>>): Promise<unknown> {
  return (await control(sandbox, 'getVersion')).body;
}
