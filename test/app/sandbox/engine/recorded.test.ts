import { afterAll, describe, expect, test } from 'vitest';
import { buildTriggeredEvent } from '../../../../src/sandbox/engine/dispatcher/context.ts';
import { findNextDispatch } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { findKnownAccount, saveAccount } from '../../../../src/sandbox/store/profiles.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { DM, engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { dm, reaction } from '../../../support/automations/engagements.ts';
import { control } from '../../../support/control.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { ingest, listActivity, runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { listDeliveries } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const LONG = 'ß'.repeat(4_001);
const KEYWORD: Trigger = { type: 'dm_keyword', keywords: ['price'] };

describe('what a row keeps of what was sent', () => {
  test.each([
    ['send_dm', { ...DM, message: LONG }, (sent: object) => Object.values(sent)[0]],
    ['send_email', { ...MAIL, message: LONG }, (sent: object) => Reflect.get(sent, 'message')],
    [
      'fire_webhook',
      HOOK,
      (sent: object) => Reflect.get(Reflect.get(sent, 'payload') as object, 'commentText'),
    ],
  ] as const)(
    '%s: long texts are cut, and marked',
    { tags: ['ACT-07', 'U-09', 'L-09'] },
    async (_type, action, textIn) => {
      const { automate, listen, fire } = await engagedSandbox();
      await listen();
      const row = await fire(await automate([action]), { kind: 'dm', text: `price ${LONG}` });
      const [result] = row.actionResults;
      expect(result).toMatchObject({ status: 'sent', truncated: true });
      expect(String(textIn(result?.sent ?? {}))).toHaveLength(4_000);
    },
  );

  test.each([
    ['that was asked', withText('hello')],
    ['that was not, since it may not be reached', { fault: 'address not allowed' } as const],
  ])('no address of a callback %s', { tags: ['ACT-08', 'L-10'] }, async (_what, answer) => {
    const outbound = createFakeOutbound(() => answer);
    const { automate, fire } = await engagedSandbox({ openOutbound: async () => outbound });
    const messageUrl = 'https://hooks.example.com/texts?token=t';
    const row = await fire(await automate([{ ...DM, messageUrl }]));
    expect(JSON.stringify(row)).not.toContain('token=t');
    expect(row.actionResults[0]?.sent).toMatchObject({ messageUrl: '[redacted]' });
  });

  test('an email is sent when it is in the outbox', { tags: ['U-38'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const row = await fire(await automate([MAIL]));
    const { emails } = (await control(sandbox, 'listOutbox')).body;
    expect(row.actionResults[0]).toMatchObject({ status: 'sent', sent: { to: MAIL.to } });
    expect(emails).toMatchObject([{ to: MAIL.to, message: MAIL.message }]);
  });
});

test('without actions it is skipped, and no webhook is sent', { tags: ['ENG-08'] }, () => {
  const fixture = fixtures.open();
  fixture.automate('auto_1', [KEYWORD], []);
  fixture.listen();
  ingest(fixture.engine, { accountId: fixture.account.id, engagement: { ...dm('price'), at: NOW } });
  fixture.time.now += 60 * SECOND_MS;
  expect(runNextDispatch(fixture.engine)).toBe('ended');
  expect(listActivity(fixture)).toMatchObject([
    { status: 'skipped', errorDetails: 'the automation has no actions' },
  ]);
  expect(listDeliveries(fixture.engine.store)).toEqual([]);
  fixture.close();
});

test('another account than the one that was written to cannot answer', { tags: ['ENG-09'] }, () => {
  const fixture = fixtures.open();
  const { engine, account } = fixture;
  fixture.automate('auto_1', [KEYWORD], [DM]);
  ingest(engine, { accountId: account.id, engagement: { ...dm('price'), at: NOW } });
  const known = findKnownAccount(engine.store, account.profile, 'instagram');
  if (known === undefined) throw new Error('the seed has no instagram account');
  saveAccount(engine.store, { ...known, id: '17841400000000999' });
  fixture.time.now += 60 * SECOND_MS;
  runNextDispatch(engine);
  expect(listActivity(fixture)).toMatchObject([
    { status: 'auth_error', errorDetails: 'another Instagram account is linked now' },
  ]);
  fixture.close();
});

test('a fault of our own is tried again three times, after 1, 5 and 25 seconds', { tags: ['U-21'] }, () => {
  expect(ASSUMED.dispatchRetryWaitsMs.map((wait) => wait / SECOND_MS)).toEqual([1, 5, 25]);
});

test.each([dm('price'), reaction('❤️')])(
  'whatever the network knows, an event of $kind carries no name of the person',
  { tags: ['HOOK-23', 'W-13'] },
  (engagement) => {
    const fixture = fixtures.open();
    fixture.automate('auto_1', [KEYWORD, { type: 'dm_reaction' }], [DM]);
    ingest(fixture.engine, { accountId: fixture.account.id, engagement });
    const taken = findNextDispatch(fixture.engine.store, NOW + 120 * SECOND_MS);
    if (taken === undefined) throw new Error('nothing fired');
    const named = { ...engagement, from: { id: '7', username: 'mara' } };
    const event = buildTriggeredEvent(taken, named, { actionId: 'act_0', now: NOW });
    expect(event).toMatchObject({ recipientId: '7', recipientUsername: null, postId: null, storyId: null });
    fixture.close();
  },
);
