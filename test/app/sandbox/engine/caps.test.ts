import { describe, expect, test } from 'vitest';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { createDmSlots } from '../../../../src/sandbox/engine/dispatcher/dm-slots.ts';
import { releaseDmSlot } from '../../../../src/sandbox/store/messages.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { PLANS } from '../../../../src/service/plans.ts';
import { DM, engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { listActivity, runNextDispatch, say } from '../../../support/engine/engine-work.ts';
import { listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const DAY_S = 86_400;

describe('the DMs of a day', () => {
  test('past the cap nothing of a dispatch runs, and its results are empty', {
    tags: ['ENG-07', 'U-16'],
  }, async () => {
    const { automate, listen, fire, sandbox, events, texts } = await engagedSandbox();
    await listen();
    await control(sandbox, 'setDmLimits', { perDay: 1 });
    const id = await automate([HOOK, DM, MAIL]);
    await fire(id);
    const row = await fire(id, { from: { username: 'noor' } });
    expect(row).toMatchObject({ status: 'rate_limited', actionResults: [] });
    expect(row.errorDetails).toBe('the daily cap of DMs is reached: 1 for all profiles');
    expect(await texts()).toHaveLength(1);
    // W-11: what did not run is not reported as having run.
    expect(await events()).toEqual(['automation.triggered', 'automation.completed', 'automation.completed']);
    expect((await events('actionResults')).at(-1)).toEqual([]);
  });

  test('without a DM there is no cap; a DM inside its window does not meet it', {
    tags: ['U-16'],
  }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const [mail, both] = [await automate([MAIL]), await automate([DM, { ...MAIL, dedupWindowMinutes: 0 }])];
    await fire(both, { kind: 'dm' });
    await control(sandbox, 'setDmLimits', { perDay: 0 });
    expect(await fire(both, { kind: 'dm' })).toMatchObject({ status: 'sent' });
    expect(await fire(mail, { from: { username: 'noor' } })).toMatchObject({ status: 'sent' });
  });

  test('it needs room for all its DMs', { tags: ['U-16'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    await control(sandbox, 'setDmLimits', { perDay: 3 });
    const id = await automate([DM, { ...DM, message: 'And more.' }]);
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'sent' });
    expect(await fire(id, { kind: 'dm', from: { username: 'noor' } })).toMatchObject({
      status: 'rate_limited',
    });
  });

  test('the cap is one for all profiles, with one of its own for each', {
    tags: ['C-01', 'ENG-07'],
  }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const [ours, theirs] = [await automate([DM]), await automate([DM], { as: 'acme' })];
    await control(sandbox, 'setDmLimits', { perDay: 3, perDayOfProfile: 2 });
    const fireOurs = (username: string) => fire(ours, { kind: 'dm', from: { username } });
    const fireTheirs = (username: string) =>
      fire(theirs, { kind: 'dm', profile: 'acme', from: { username } });
    expect(await fireOurs('a')).toMatchObject({ status: 'sent' });
    expect(await fireOurs('b')).toMatchObject({ status: 'sent' });
    expect(await fireOurs('c')).toMatchObject({
      status: 'rate_limited',
      errorDetails: 'the daily cap of DMs is reached: 3 for all profiles, 2 of them for one',
    });
    expect(await fireTheirs('d')).toMatchObject({ status: 'sent' });
    expect(await fireTheirs('e')).toMatchObject({ status: 'rate_limited' });
    const { dms } = (await control(sandbox, 'status')).body.limits;
    expect(dms).toMatchObject({ perDay: 3, perDayOfProfile: 2, sentToday: { primary: 2, acme: 1 } });
  });

  test('dispatches that run together meet the caps that they fill', {
    tags: ['C-01', 'C-03', 'ENG-07', 'U-42'],
  }, async () => {
    const { automate, engage, advance, sandbox, texts, now } = await engagedSandbox();
    for (const as of [undefined, 'acme']) await automate([{ ...DM, dedupWindowMinutes: 0 }], { as });
    const countSent = async (limits: object) => {
      await control(sandbox, 'setDmLimits', limits);
      const before = (await texts()).length;
      await engage({ kind: 'dm', count: 3 });
      await engage({ kind: 'dm', count: 3, profile: 'acme' });
      // all of them are due then, and run in one transaction
      const later = formatIsoSeconds(Date.parse(await now()) + MINUTE_MS);
      await control(sandbox, 'setClock', { mode: 'set', now: later });
      await advance(1);
      return (await texts()).length - before;
    };
    expect(await countSent({ perDay: 3, perDayOfProfile: 2 })).toBe(3);
    await advance(DAY_S);
    expect(await countSent({ perDay: 6 })).toBe(4);
    await advance(10 * DAY_S);
    expect(await countSent({ perDay: null, perDayOfProfile: null, perMonth: 2 })).toBe(4);
  });

  test('a day is one of the calendar, UTC, and only what was accepted counts', {
    tags: ['U-17'],
  }, async () => {
    const { automate, fire, sandbox, advance, now } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setDmLimits', { perDay: 1 });
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm', count: 1 });
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'failed' });
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'sent' });
    const other = { kind: 'dm', from: { username: 'noor' } } as const;
    expect(await fire(id, other)).toMatchObject({ status: 'rate_limited' });
    await advance(DAY_S - ((Date.parse(await now()) / 1_000) % DAY_S));
    expect(await fire(id, other)).toMatchObject({ status: 'sent' });
  });

  test.each(['launch', 'business', 'enterprise'] as const)(
    'the plan %s says how many, and a profile may use them all',
    { tags: ['ENG-07', 'U-17'] },
    async (plan) => {
      const { sandbox } = await engagedSandbox();
      await control(sandbox, 'setPlan', { plan });
      const { dmsPerDay } = PLANS[plan];
      const { dms } = (await control(sandbox, 'status')).body.limits;
      expect(dms).toMatchObject({
        perDay: dmsPerDay,
        perDayOfProfile: dmsPerDay,
        perMonth: null,
        sentToday: {},
      });
    },
  );

  test('two workers and one DM left: one goes out', { tags: ['C-02'] }, () => {
    const fixtures = createEngineFixtures();
    const first = fixtures.open((point) => {
      if (point === 'before sendDm') expect(() => runNextDispatch(second.engine)).toThrow('another process');
    });
    const second = first.another();
    second.database.script('pragma busy_timeout = 0'); // it does not wait for the write lock
    changeSettings(first.engine.store, { dmsPerDay: 1 });
    first.automate('auto_1', [{ type: 'dm_keyword', keywords: ['price'] }], [DM]);
    for (const who of ['1', '2']) say(first, `mid.${who}`, { who });
    first.time.now = NOW + MINUTE_MS;
    runNextDispatch(first.engine);
    runNextDispatch(second.engine);
    expect(listSentMessages(first.engine.store)).toHaveLength(1);
    const rows = listActivity(first);
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['rate_limited', 'sent']);
    second.close();
    first.close();
    fixtures.remove();
  });
});

describe('the conversations of a month', () => {
  const from = (username: string) => ({ from: { username } });

  test('once it is reached a new recipient gets none, unless they commented', {
    tags: ['C-03', 'ENG-12', 'U-42'],
  }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([{ ...DM, dedupWindowMinutes: 0 }]);
    await control(sandbox, 'setDmLimits', { perMonth: 2 });
    expect(await fire(id, { kind: 'dm', ...from('a') })).toMatchObject({ status: 'sent' });
    // A comment is counted, and never held back.
    expect(await fire(id, from('b'))).toMatchObject({ status: 'sent' });
    const refused = await fire(id, { kind: 'dm', ...from('c') });
    expect(refused).toMatchObject({
      status: 'failed',
      errorDetails: 'the monthly conversation limit of 2 is reached, and the recipient is new',
    });
    expect(refused.actionResults[0]).not.toHaveProperty('messageSource');
    expect(await fire(id, { kind: 'reaction', ...from('c') })).toMatchObject({ status: 'failed' });
    expect(await fire(id, { kind: 'dm', ...from('a') })).toMatchObject({ status: 'sent' });
    expect(await fire(id, { kind: 'story_comment', ...from('c') })).toMatchObject({ status: 'sent' });
    expect(await fire(id, from('d'))).toMatchObject({ status: 'sent' });
    // A recipient of the month is not new any more.
    expect(await fire(id, { kind: 'story_reply', ...from('c') })).toMatchObject({ status: 'sent' });
  });

  test('a month is one of the calendar, UTC, and what was refused does not count', {
    tags: ['U-42'],
  }, async () => {
    const { automate, fire, sandbox, advance } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setDmLimits', { perMonth: 1 });
    await control(sandbox, 'addFault', { code: 494, endpoint: 'sendDm', count: 1 });
    expect(await fire(id, { kind: 'dm', ...from('a') })).toMatchObject({ status: 'failed' });
    expect(await fire(id, { kind: 'dm', ...from('b') })).toMatchObject({ status: 'sent' });
    expect(await fire(id, { kind: 'dm', ...from('c') })).toMatchObject({ status: 'failed' });
    await advance(10 * DAY_S); // the clock was at the 21st of September
    expect(await fire(id, { kind: 'dm', ...from('c') })).toMatchObject({ status: 'sent' });
  });

  test('the cap of the day comes before it', { tags: ['U-20'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setDmLimits', { perMonth: 0, perDay: 0 });
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'rate_limited' });
    await control(sandbox, 'setDmLimits', { perDay: null });
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'failed' });
  });
});

describe('the pace of an account', () => {
  test('past it a DM, and what follows it, waits in flight, and none is lost', {
    tags: ['ENG-14', 'U-41'],
  }, async () => {
    const { automate, engage, advance, rows, texts, sandbox, now } = await engagedSandbox();
    await control(sandbox, 'setDmLimits', { perHour: 2 });
    const id = await automate([{ ...MAIL, message: 'Before.' }, DM, { ...MAIL, message: 'After.' }]);
    const began = Date.parse(await now());
    await engage({ count: 5 });
    await advance(60);
    const waiting = (await rows(id)).filter(({ status }) => status === 'in_flight');
    expect(waiting).toHaveLength(3);
    for (const { actionResults } of waiting) {
      expect(actionResults.map(({ status }) => status)).toEqual(['sent', 'pending', 'pending']);
    }
    await advance(3_600);
    expect(await texts()).toHaveLength(4);
    await advance(3_600);
    expect((await rows(id)).map(({ status }) => status)).toEqual(Array(5).fill('sent'));
    const { messages } = (await control(sandbox, 'listInbox')).body;
    const times = messages.map(({ at }) => (Date.parse(at) - began) / 1_000);
    expect(times.every((time, index) => index < 2 || time - (times[index - 2] ?? 0) >= 3_600)).toBe(true);
    expect(Math.max(...times)).toBeLessThanOrEqual(2 * 3_600 + 60);
    // only one was sent in this hour
    await engage({ from: { username: 'noor' } });
    await advance(60);
    expect(await texts()).toHaveLength(6);
  });

  test('a place that is released is free again in the same transaction', { tags: ['ENG-14'] }, () => {
    const fixtures = createEngineFixtures();
    const { engine, close } = fixtures.open();
    const slots = createDmSlots(engine.store);
    const findFree = () => slots.findFree('account', { now: NOW, perHour: 1 });
    findFree();
    slots.add('account', NOW, 'reserved');
    expect(findFree()).toBe(NOW + HOUR_MS);
    releaseDmSlot(engine.store, 'account', NOW);
    expect(findFree()).toBe(NOW);
    close();
    fixtures.remove();
  });

  test('each account has its own, and a DM that was refused takes no place in it', {
    tags: ['U-41'],
  }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    await control(sandbox, 'setDmLimits', { perHour: 1 });
    const [ours, theirs] = [await automate([DM]), await automate([DM], { as: 'acme' })];
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm', count: 1 });
    expect(await fire(ours, { kind: 'dm' })).toMatchObject({ status: 'failed' });
    expect(await fire(ours, { kind: 'dm' })).toMatchObject({ status: 'sent' });
    expect(await fire(theirs, { kind: 'dm', profile: 'acme' })).toMatchObject({ status: 'sent' });
    expect(await fire(ours, { kind: 'dm', from: { username: 'noor' } })).toMatchObject({
      status: 'in_flight',
    });
  });

  test('while one waits, the next of the same person waits behind it', { tags: ['U-15'] }, async () => {
    const { automate, engage, advance, rows, sandbox, texts } = await engagedSandbox();
    await control(sandbox, 'setDmLimits', { perHour: 1 });
    const id = await automate([DM]);
    await engage({ kind: 'dm', from: { username: 'noor' } });
    await advance(60);
    await engage({ kind: 'dm' });
    await engage({ kind: 'dm' });
    await advance(60);
    expect((await rows(id)).map(({ status }) => status).toSorted()).toEqual(['in_flight', 'pending', 'sent']);
    await advance(3_600);
    expect((await rows(id)).map(({ status }) => status).toSorted()).toEqual(['deduplicated', 'sent', 'sent']);
    expect(await texts()).toHaveLength(2);
  });

  test('by default, it is 200 an hour', { tags: ['U-41'] }, async () => {
    const { automate, engage, advance, texts } = await engagedSandbox();
    await automate([DM]);
    await engage({ kind: 'dm', count: 201 });
    await advance(60);
    expect(await texts()).toHaveLength(200);
  });
});
