import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../src/disk/migrate.ts';
import { openDatabase } from '../../src/disk/open-database.ts';
import { openSandbox } from '../../src/sandbox/open-sandbox.ts';
import { sandboxSchema } from '../../src/sandbox/store/schema.ts';
import { stoppedClock } from '../support/clock.ts';
import { control } from '../support/control.ts';
import { headersOf, NOW, readAnswer } from '../support/small-sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the first version of crier left behind: a profile, an account, a post. */
function writeFirstVersion(file: string): void {
  const { applicationId, steps } = sandboxSchema({ fill: () => {}, addAdminToken: () => {} });
  const database = openDatabase(file);
  migrate(database, { applicationId, steps: steps.slice(0, 1) });
  database.script(`
    insert into keys values ('api', 'SBX-API-1'), ('x-key', 'SBX-X-KEY-1'), ('x-secret', 'SBX-X-SECRET-1');
    insert into profiles values (1, 'primary', 'Primary Profile', 'ref', null, ${NOW});
    insert into accounts values (1, 'facebook', '1', 'us', 'Us', 'expired', 'direct');
    insert into posts values ('old-post', 1, 'from before', ${NOW});
  `);
  database.close();
}

test('a store of the first version is brought up to date, and loses nothing', async () => {
  const file = join(folder, 'sandbox.db');
  writeFirstVersion(file);
  const open = () =>
    openSandbox({
      file,
      clock: stoppedClock(NOW),
      random: randomBytes,
      seed: async () => ({ profiles: [], accounts: [], posts: [], tracks: [], users: {} as never }), // never asked of
    });
  const sandbox = await open();
  expect(sandbox.credentials).toMatchObject({
    apiKey: 'SBX-API-1',
    adminToken: expect.stringMatching(/^SBX-ADMIN-[0-9A-F]{40}$/),
  });
  const { body } = await control(sandbox, 'listAccounts');
  expect(body.accounts).toEqual([
    {
      profile: 'primary',
      platform: 'facebook',
      id: '1',
      username: 'us',
      displayName: 'Us',
      linked: true,
      token: 'expired',
      login: 'direct',
      permission: 'granted',
      standing: 'good',
    },
  ]);
  const url = new URL('http://x/history');
  const answer = await sandbox.answer({ method: 'GET', url, headers: headersOf(sandbox), body: null });
  expect(readAnswer(answer)).toMatchObject({
    history: [{ id: 'old-post', type: 'immediate', status: 'success' }],
  });
  sandbox.close();
  const later = await open();
  expect(later.credentials).toEqual(sandbox.credentials);
  later.close();
});
