import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { DM, engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { dm } from '../../../support/automations/engagements.ts';
import { control } from '../../../support/control.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { ingest, listActivity, runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { everywhereOn } from '../../../support/small-seed.ts';

const HOUR_S = 3_600;
const WINDOW_S = LIMITS.dedupWindowMinutes.default * 60;

test('it counts for the person, and not for the post', { tags: ['D-01', 'ENG-06'] }, async () => {
  const { automate, fire, texts } = await engagedSandbox();
  const id = await automate([DM]);
  expect(await fire(id, { postId: everywhereOn('instagram') })).toMatchObject({ status: 'sent' });
  expect(await fire(id, { kind: 'story_comment' })).toMatchObject({ status: 'deduplicated' });
  expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'deduplicated', errorDetails: null });
  expect(await fire(id, { from: { username: 'noor' } })).toMatchObject({ status: 'sent' });
  expect(await texts()).toHaveLength(2);
});

test('it counts for the automation', { tags: ['ENG-06'] }, async () => {
  const { automate, engage, advance, rows } = await engagedSandbox();
  const ids = [await automate([MAIL]), await automate([MAIL])];
  await engage();
  await advance(60);
  for (const id of ids) expect(await rows(id)).toMatchObject([{ status: 'sent' }]);
});

test('it counts for each action; without a window there is none', { tags: ['D-02', 'ENG-06'] }, async () => {
  const { automate, fire, sandbox, now } = await engagedSandbox();
  const id = await automate([
    { ...DM, dedupWindowMinutes: 60 },
    { ...MAIL, dedupWindowMinutes: 0 },
  ]);
  const before = await now();
  await fire(id, { kind: 'dm' });
  const row = await fire(id, { kind: 'dm' });
  expect(row.status).toBe('sent');
  expect(row.actionResults.map(({ status }) => status)).toEqual(['deduplicated', 'sent']);
  // nor where the clock was set to before it was accepted
  await control(sandbox, 'setClock', { mode: 'set', now: before });
  await fire(id, { kind: 'dm' });
  expect((await control(sandbox, 'listOutbox')).body.emails).toHaveLength(3);
});

test('only what was accepted counts', { tags: ['D-03'] }, async () => {
  const { automate, fire, sandbox } = await engagedSandbox();
  const id = await automate([DM, HOOK]);
  await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm', count: 1 });
  const row = await fire(id, { kind: 'dm' });
  expect(row.actionResults.map(({ status }) => status)).toEqual(['failed', 'failed']);
  const again = await fire(id, { kind: 'dm' });
  expect(again.actionResults.map(({ status }) => status)).toEqual(['sent', 'failed']);
});

test('an attempt that fails does not change what had fired before', { tags: ['D-03'] }, async () => {
  const { automate, fire, advance, sandbox, now } = await engagedSandbox();
  const id = await automate([{ ...DM, dedupWindowMinutes: 60 }]);
  await fire(id, { kind: 'dm' });
  const within = await now();
  await advance(HOUR_S);
  await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm', count: 1 });
  expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'failed' });
  await control(sandbox, 'setClock', { mode: 'set', now: within });
  await fire(id, { kind: 'dm' });
  expect((await control(sandbox, 'listInbox')).body.messages).toHaveLength(1);
});

test('a window begins when it was accepted, and is not made longer', { tags: ['D-04', 'U-13'] }, async () => {
  const { automate, fire, advance, rows } = await engagedSandbox();
  const id = await automate([{ ...DM, dedupWindowMinutes: 60 }]);
  await fire(id, { kind: 'dm' });
  await advance(HOUR_S - 240);
  expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'deduplicated' });
  await advance(180);
  expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'sent' });
  expect(await rows(id)).toHaveLength(3);
});

test.each([
  ['at the very end of its window it runs', 0, 'sent'],
  ['a second before the end it does not', -1, 'deduplicated'],
])('%s', { tags: ['D-06'] }, async (_what, seconds, status) => {
  const { automate, fire, engage, advance, rows } = await engagedSandbox();
  const id = await automate([DM]);
  const { completedAt } = await fire(id, { kind: 'dm' });
  // Reported so late that it runs at once: the test chooses the time.
  const accepted = Date.parse(completedAt ?? '');
  const passed = (NOW + 60_000 - accepted) / 1_000;
  await advance(WINDOW_S - passed + seconds);
  await engage({ kind: 'dm', at: new Date(accepted).toISOString() });
  expect((await rows(id))[0]).toMatchObject({ status });
});

test('an action that is unchanged keeps its window; one that changes begins again, with its window', {
  tags: ['U-14'],
}, async () => {
  const { automate, fire, update } = await engagedSandbox();
  const id = await automate([DM, MAIL]);
  await fire(id, { kind: 'dm' });
  await update(id, { actions: [{ ...MAIL, message: 'Changed.' }, DM] });
  const row = await fire(id, { kind: 'dm' });
  expect(row.actionResults.map(({ type, status }) => [type, status])).toEqual([
    ['send_email', 'sent'],
    ['send_dm', 'deduplicated'],
  ]);
});

test('a DM that is not sent for it sends no callback, and reports nothing of its text', {
  tags: ['D-08'],
}, async () => {
  const outbound = createFakeOutbound(() => withText('hello'));
  const { automate, fire } = await engagedSandbox({ openOutbound: async () => outbound });
  const id = await automate([{ ...DM, messageUrl: 'https://texts.example.com/a' }]);
  await fire(id, { kind: 'dm' });
  const { actionResults } = await fire(id, { kind: 'dm' });
  expect(actionResults).toMatchObject([{ status: 'deduplicated', errorDetails: null }]);
  expect(actionResults[0]).not.toHaveProperty('messageSource');
  expect(actionResults[0]).not.toHaveProperty('sent');
  expect(outbound.asked).toHaveLength(1);
});

test('of two at once the second waits until the first is done, in whatever process', {
  tags: ['D-05', 'U-15'],
}, () => {
  const fixtures = createEngineFixtures();
  const first = fixtures.open((point) => {
    if (point !== 'before sendDm') return;
    // Another process looks while the first one asks the network.
    expect(() => runNextDispatch(second.engine)).toThrow('another process');
  });
  const second = first.another();
  second.database.script('pragma busy_timeout = 0'); // it does not wait for the write lock
  first.automate('auto_1', [{ type: 'dm_keyword', keywords: ['price'] }], [DM]);
  for (const eventId of ['mid.1', 'mid.2']) {
    ingest(first.engine, { accountId: first.account.id, engagement: { ...dm('price'), eventId, at: NOW } });
  }
  first.time.now = NOW + MINUTE_MS;
  expect(runNextDispatch(first.engine)).toBe('ended');
  expect(runNextDispatch(second.engine)).toBe('ended');
  expect(listSentMessages(first.engine.store)).toHaveLength(1);
  const rows = listActivity(first);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['deduplicated', 'sent']);
  second.close();
  first.close();
  fixtures.remove();
});
