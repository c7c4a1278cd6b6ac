import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSandboxSchema } from '../../../../src/sandbox/store/schema/schema.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { openDatabase } from '../../../../src/storage/open-database.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { loopbackOutbound } from '../../../support/history/loopback-outbound.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openReceiver } from '../../../support/receiver/receiver.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { askSandbox, headersOf, NOW, readAnswer } from '../../../support/small-sandbox.ts';

const folder = quickFolder('upgrade');
afterAll(() => rmSync(folder, { recursive: true }));

/** What every version of crier left behind: keys, a profile. */
const FOUND = `
  insert into keys values ('api', 'SBX-API-1'), ('x-key', 'SBX-X-KEY-1'), ('x-secret', 'SBX-X-SECRET-1');
  insert into profiles values (1, 'primary', 'Primary Profile', 'ref', null, ${NOW});`;

/** And an account and a post, in the form that a version knew. */
const LEFT_BY = [
  `insert into accounts values (1, 'facebook', '1', 'us', 'Us', 'expired', 'direct');
   insert into posts values ('old-post', 1, 'from before', ${NOW}), ('a-later', 1, 'after it', ${NOW + 1_000}), ('b-older', 1, 'before it', ${NOW - 1_000});`,
  `insert into keys values ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');
   insert into accounts values (1, 'facebook', '1', 'us', 'Us', 1, 'expired', 'direct', 'granted', 'good');
   insert into posts values ('old-post', 1, 'from before', ${NOW}, '{}'), ('a-later', 1, 'after it', ${NOW + 1_000}, '{}'), ('b-older', 1, 'before it', ${NOW - 1_000}, '{}');`,
  `insert into keys values ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');
   insert into accounts values (1, 'facebook', '1', 'us', 'Us', 1, 'expired', 'direct', 'granted', 'good', 'on');
   insert into posts values ('old-post', 1, 'from before', ${NOW}, '{}'), ('a-later', 1, 'after it', ${NOW + 1_000}, '{}'), ('b-older', 1, 'before it', ${NOW - 1_000}, '{}');`,
] as const;

function writeVersion(file: string, version: number, rows: string): void {
  const { applicationId, steps } = createSandboxSchema({
    fill: () => {},
    addAdminToken: () => {},
    now: () => 0,
  });
  const database = openDatabase(file);
  migrate(database, { applicationId, steps: steps.slice(0, version) });
  database.script(FOUND + rows);
  database.close();
}

const VERSIONS = LEFT_BY.map((rows, index) => [index + 1, rows] as const);

test.each(VERSIONS)(
  'a store of version %i is brought up to date, and loses nothing',
  async (version, rows) => {
    const file = join(folder, `version-${version}.db`);
    writeVersion(file, version, rows);
    const open = () =>
      openHeldSandbox({
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
        automations: 'on',
        messaging: 'on',
        page: 'selected',
        ...ASSUMED.abilities,
      },
    ]);
    const read = async (path: string) => {
      const url = new URL(`http://x${path}`);
      return readAnswer(
        await sandbox.answer({ method: 'GET', url, headers: headersOf(sandbox), body: null }),
      );
    };
    expect(await read('/history?limit=3&type=now')).toMatchObject({
      history: [
        { id: 'a-later' },
        { id: 'old-post', type: 'immediate', status: 'success' },
        { id: 'b-older' },
      ],
    });
    const made = {
      method: 'POST',
      body: JSON.stringify({ post: 'new', platforms: ['bluesky'], requiresApproval: true }),
    };
    expect((await askSandbox(sandbox, '/post', made)).http).toBe(200);
    expect(await read('/automations')).toEqual({ status: 'success', automations: [] });
    expect(await read('/hook/webhook')).toEqual({ status: 'success', updated: null });
    sandbox.close();
    const later = await open();
    expect(later.credentials).toEqual(sandbox.credentials);
    later.close();
  },
);

test.each([
  [
    'by advancing it continues from there',
    1,
    {},
    { mode: 'real', now: '2026-09-21T15:13:20Z', aheadMs: 3_600_000 },
  ],
  [
    'by advancing it, an hour ago, is in real time',
    -1,
    {},
    { mode: 'real', now: '2026-09-21T14:13:20Z', aheadMs: 0 },
  ],
  ['by setting it stays frozen', 1, { clockTurns: 1 }, { mode: 'set', now: '2026-09-21T15:13:20Z' }],
])('a clock that an earlier version froze %s', async (how, hours, settings, expected) => {
  const file = join(folder, `${how}.db`);
  const left = JSON.stringify({ setClock: NOW + hours * 3_600_000, ...settings });
  writeVersion(
    file,
    3,
    `insert into settings values (1, '${left}');
    insert into keys values ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');`,
  );
  const sandbox = await openHeldSandbox({ file, clock: stoppedClock(NOW), random: randomBytes });
  expect((await control(sandbox, 'getClock')).body).toMatchObject(expected);
  sandbox.close();
});

test('an automation of version 3 answers, and what it did before still counts', async () => {
  const file = join(folder, 'automation.db');
  writeVersion(
    file,
    3,
    `insert into keys values ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');
     insert into accounts values (1, 'instagram', '1', 'us', 'Us', 1, 'ok', 'page', 'granted', 'good', 'on');
     insert into automations (id, profile, account_id, name, description, active, total_sent, created, updated,
       triggers_json, actions_json)
     values ('auto_old', 1, '1', 'Old', '', 1, 7, ${NOW}, ${NOW},
       '[{"id":"trg_a","type":"dm_keyword","config":{"keywords":["price"]}}]',
       '[{"id":"act_a","type":"send_dm","config":{"message":"Here it is."}}]');`,
  );
  const sandbox = await openHeldSandbox({ file, clock: stoppedClock(NOW), random: randomBytes });
  await control(sandbox, 'engage', { kind: 'dm', from: { username: 'mara' }, text: 'the price?' });
  await control(sandbox, 'advanceClock', { ms: 60_000 });
  expect((await control(sandbox, 'listInbox')).body.messages).toMatchObject([{ text: 'Here it is.' }]);
  const { body } = await askSandbox(sandbox, '/automations/auto_old');
  expect(body).toMatchObject({ id: 'auto_old', stats: { totalSent: 8 } });
  sandbox.close();
});

test('waiting deliveries in a store of version 4 are sent', { tags: ['HOOK-22'] }, async () => {
  const file = join(folder, 'waiting.db');
  const receiver = await openReceiver();
  const waiting = (row: number, created: number) =>
    `(${row}, 'hook-${row}', 'triggered:${row}', 1, 1, 'automations', '${receiver.url}', '{"type":"old"}', 'waiting', ${created})`;
  writeVersion(
    file,
    4,
    `insert into keys values ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');
     insert into deliveries values ${waiting(1, NOW - 2)}, ${waiting(2, NOW - 1)};`,
  );
  const sandbox = await openHeldSandbox({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    ...loopbackOutbound([receiver.address]),
  });
  await control(sandbox, 'advanceClock', { ms: 0 });
  expect(receiver.received.map((one) => one.json()['hookId']).toSorted()).toEqual(['hook-1', 'hook-2']);
  const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
  expect(deliveries.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
    ['delivered', 1],
  ]);
  sandbox.close();
  await receiver.close();
});
