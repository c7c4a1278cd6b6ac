import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CALLBACK_REASONS } from '../../../../src/domain/callbacks/message-callback.ts';
import { CrierError } from '../../../../src/errors.ts';
import { toDayNumber, toMonthNumber } from '../../../../src/sandbox/engine/dispatcher/dm-quotas.ts';
import { createCallbackJobs } from '../../../../src/sandbox/engine/outbound-queue/callbacks.ts';
import {
  changeAutomation,
  markAutomationDeleted,
  requireAutomation,
} from '../../../../src/sandbox/store/automations/automations.ts';
import {
  getNextDispatchDue,
  listOpenDispatches,
  snapshotOpenDispatches,
  summarizeOpenDispatches,
} from '../../../../src/sandbox/store/automations/dispatches.ts';
import { chargeDmsToMonth, listDmsByDay } from '../../../../src/sandbox/store/messages.ts';
import { listCallbackAddresses, listCallbacks } from '../../../../src/sandbox/store/outbound/callbacks.ts';
import { changeSettings, readSettings } from '../../../../src/sandbox/store/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import {
  AUTOMATION,
  CALLED,
  type CallbackEngine,
  createCallbackEngines,
} from '../../../support/engine/callback-engine.ts';
import { runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { listEmails } from '../../../support/engine/stored-rows.ts';

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

const always = () => createFakeOutbound(() => withText('hello'));

describe('where nothing may leave', () => {
  test('a dispatch stays in flight, cannot be claimed, and counts as one that has not ended', {
    tags: ['CBK-05'],
  }, () => {
    const fixture = fixtures.openWaiting([CALLED, MAIL]);
    expect(fixture.rows()[0]).toMatchObject({ status: 'in_flight', completedAt: null });
    expect(fixture.actions().map(({ status }) => status)).toEqual(['pending', 'pending']);
    fixture.time.now += DAY_MS;
    fixture.time.real += DAY_MS;
    expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
    expect(getNextDispatchDue(fixture.engine.store)).toBeNull();
    expect(summarizeOpenDispatches(fixture.engine.store).count).toBe(1);
    expect(snapshotOpenDispatches(fixture.engine.store).rows).toHaveLength(1);
    expect(
      listOpenDispatches(
        fixture.engine.store,
        fixture.rows().map(({ id }) => id),
      ),
    ).toMatchObject([{ awaitsCallback: true }]);
    expect([fixture.dms(), listEmails(fixture.engine.store)]).toEqual([[], []]);
  });

  test('what the same person does meanwhile waits for it', { tags: ['U-15'] }, async () => {
    const fixture = fixtures.openWaiting();
    fixture.engage();
    fixture.time.now += MINUTE_MS;
    expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
    const outbound = always();
    const { ended } = await fixture.asking(outbound).advance(0);
    expect(ended).toHaveLength(2);
    expect(
      fixture
        .rows()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['deduplicated', 'sent']);
    expect(outbound.asked).toHaveLength(1);
  });

  test('a later process that is allowed outbound requests sends it, and continues', async () => {
    const fixture = fixtures.openWaiting([CALLED, MAIL]);
    const outbound = always();
    const { ended, attempts } = await fixture.asking(outbound).advance(0);
    expect(ended).toEqual([fixture.rows()[0]?.id]);
    expect(attempts).toMatchObject({ callbacks: 1 });
    expect(fixture.actions().map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(fixture.dms()).toEqual(['hello']);
    expect(outbound.asked).toMatchObject([{ deadlineMs: 3_000, answerBytes: 16_384 }]);
  });

  test('an address whose requests in flight are as many as it may have is not due', () => {
    const { engine } = fixtures.openWaiting();
    const jobs = createCallbackJobs(engine);
    const look = (free: number | undefined) => {
      const remaining = new Map(free === undefined ? [] : [['texts.example.com:443', free]]);
      const capacity = { max: 60, perAddress: 8, remaining, spare: 40 };
      return [jobs.listDueAddresses(capacity).length, jobs.nextDue(capacity)];
    };
    expect([look(undefined), look(1)]).toEqual(Array(2).fill([1, engine.now()]));
    expect(look(0)).toEqual([0, null]);
  });

  test('the whole exchange may take as long as the action says', { tags: ['CBK-03'] }, async () => {
    const fixture = fixtures.openWaiting([{ ...CALLED, timeoutMs: 1_234 }]);
    const outbound = always();
    await fixture.asking(outbound).advance(0);
    expect(outbound.asked[0]?.deadlineMs).toBe(1_234);
  });
});

type ApplyEvent = (fixture: CallbackEngine) => void;

/** What ends a dispatch that has begun and waits. */
const STOPS: readonly [string, string, ApplyEvent][] = [
  ['paused', 'the automation was paused before it ran', pause],
  [
    'paused and active again',
    'the automation was paused after it had matched',
    (fixture) => {
      pause(fixture);
      setActive(fixture, true);
    },
  ],
  [
    'deleted',
    'the automation was deleted before it ran',
    ({ engine, time }) => markAutomationDeleted(engine.store, AUTOMATION, time.now),
  ],
  [
    'a plan without automations',
    'the plan Premium has no automations',
    ({ engine }) => changeSettings(engine.store, { plan: 'premium' }),
  ],
];

function pause(fixture: CallbackEngine): void {
  setActive(fixture, false);
}

function setActive({ engine, time }: CallbackEngine, active: boolean): void {
  changeAutomation(
    engine.store,
    AUTOMATION,
    { ...requireAutomation(engine.store, AUTOMATION), active },
    time.now,
  );
}

describe('what is not to be done any more', () => {
  test.each(STOPS)(
    '%s before it was asked: it is not, and the dispatch is skipped',
    { tags: ['A-06', 'U-19', 'ENG-08'] },
    async (_what, why, applyEvent) => {
      const fixture = fixtures.openWaiting([MAIL, CALLED, MAIL]);
      applyEvent(fixture);
      const outbound = always();
      const { ended } = await fixture.asking(outbound).advance(0);
      expect(outbound.asked).toEqual([]);
      expect(ended).toHaveLength(1);
      const row = fixture.rows()[0];
      // What was done before stays done.
      expect(row?.actions.map(({ status, errorDetails }) => [status, errorDetails])).toEqual([
        ['sent', null],
        ['skipped', why],
        ['skipped', why],
      ]);
      expect(row?.actions.map(({ messageSource }) => messageSource)).toEqual([null, null, null]);
      expect(fixture.dms()).toEqual([]);
      expect(listDmsByDay(fixture.engine.store, toDayNumber(fixture.time.now))).toEqual([]);
      expect(listCallbackAddresses(fixture.engine.store)).toEqual([]);
    },
  );

  test.each(STOPS.slice(1))(
    '%s while it was asked: nothing is sent',
    { tags: ['A-06', 'U-19', 'ENG-08'] },
    async (_what, why, applyEvent) => {
      const fixture = fixtures.openWaiting();
      const outbound = createFakeOutbound(() => {
        applyEvent(fixture);
        return withText('hello');
      });
      await fixture.asking(outbound).advance(0);
      expect(fixture.rows()[0]).toMatchObject({ status: 'skipped', errorDetails: why });
      expect(fixture.dms()).toEqual([]);
    },
  );

  test('a plan that has automations again: what was not asked is asked', async () => {
    const fixture = fixtures.openWaiting();
    const { plan } = readSettings(fixture.engine.store);
    changeSettings(fixture.engine.store, { plan: 'premium' });
    const none = createFakeOutbound(() => {
      throw new Error('nobody is to be asked');
    });
    const engine = fixture.asking(none);
    // It was let go, and the plan changed before it was taken up.
    const [callbacks] = await engine.engine.outboundQueues();
    callbacks?.start();
    changeSettings(fixture.engine.store, { plan });
    await fixture.asking(always()).advance(0);
    expect(fixture.dms()).toEqual(['hello']);
  });
});

describe('the order', { tags: ['U-20'] }, () => {
  const asked = async (fixture: CallbackEngine) => {
    const outbound = always();
    await fixture.asking(outbound).advance(MINUTE_MS);
    return outbound.asked.length;
  };

  test('of the own account: no callback is sent', { tags: ['A-05', 'CBK-07'] }, async () => {
    const fixture = fixtures.open();
    fixture.engage('us');
    expect(await asked(fixture)).toBe(0);
    expect(fixture.actions()).toMatchObject([{ status: 'skipped', messageSource: null }]);
  });

  test('inside its window: no callback is sent, and there is no source', {
    tags: ['D-08', 'CBK-07'],
  }, async () => {
    const fixture = fixtures.open([CALLED, { ...MAIL, dedupWindowMinutes: 0 }]);
    fixture.engage();
    expect(await asked(fixture)).toBe(1);
    fixture.engage();
    expect(await asked(fixture)).toBe(0);
    expect(fixture.actions()).toMatchObject([
      { status: 'deduplicated', messageSource: null },
      { status: 'sent' },
    ]);
  });

  test('past the daily cap: no callback is sent', { tags: ['ENG-07'] }, async () => {
    const fixture = fixtures.open();
    changeSettings(fixture.engine.store, { dmsPerDay: 0 });
    fixture.engage();
    expect(await asked(fixture)).toBe(0);
    expect(fixture.rows()[0]).toMatchObject({ status: 'rate_limited', actions: [] });
  });

  test.each([
    ['a callback', CALLED],
    ['a template', { type: 'send_dm', message: 'Here it is.' }],
  ] as const)(
    'past the monthly limit: no callback is sent, and %s is no source',
    {
      tags: ['ENG-12', 'C-03'],
    },
    async (_what, action) => {
      const fixture = fixtures.open([action]);
      changeSettings(fixture.engine.store, { conversationsPerMonth: 0 });
      fixture.engage();
      expect(await asked(fixture)).toBe(0);
      expect(fixture.actions()).toMatchObject([
        { status: 'failed', messageSource: null, errorDetails: expect.stringContaining('monthly') },
      ]);
    },
  );

  test.each([
    ['fallback', { status: 503, body: new Uint8Array() }, /^the monthly .*; callback not used: status 503$/],
    ['callback', withText('hello'), /^the monthly (?!.*callback)/],
  ] as const)(
    'the limit is reached while it is asked: the DM fails, and its text was of the %s',
    {
      tags: ['ENG-12'],
    },
    async (messageSource, answer, errorDetails) => {
      const fixture = fixtures.open();
      changeSettings(fixture.engine.store, { conversationsPerMonth: 1 });
      fixture.engage();
      const outbound = createFakeOutbound(() => {
        const month = toMonthNumber(fixture.time.now);
        chargeDmsToMonth(fixture.engine.store, fixture.account.id, month, 1);
        return answer;
      });
      await fixture.asking(outbound).advance(MINUTE_MS);
      expect(fixture.actions()).toMatchObject([
        { status: 'failed', messageSource, errorDetails: expect.stringMatching(errorDetails) },
      ]);
    },
  );

  test('past the pace of the hour: it is asked at once, once, and sent when the hour lets it', {
    tags: ['ENG-14', 'U-41'],
  }, async () => {
    const fixture = fixtures.open();
    changeSettings(fixture.engine.store, { dmsPerHour: 1 });
    for (const from of ['mara', 'noor', 'ada']) fixture.engage(from);
    const outbound = createFakeOutbound(({ body }) =>
      withText(`for ${JSON.parse(new TextDecoder().decode(body)).recipientId}`),
    );
    const { advance } = fixture.asking(outbound);
    await advance(MINUTE_MS);
    expect(outbound.asked).toHaveLength(3);
    expect(fixture.dms()).toHaveLength(1);
    expect((await advance(2 * HOUR_MS)).attempts.callbacks).toBe(0);
    expect(outbound.asked).toHaveLength(3);
    expect(fixture.dms().toSorted()).toEqual(['for 1784ada', 'for 1784mara', 'for 1784noor']);
  });

  test('the template is filled after it was asked, by what is so then', { tags: ['ENG-17'] }, async () => {
    const fixture = fixtures.open([{ ...CALLED, message: '{{sender_username}}' }]);
    fixture.engage();
    const outbound = createFakeOutbound(() => ({ status: 503 }));
    await fixture.asking(outbound).advance(MINUTE_MS);
    expect(fixture.dms()).toEqual(['us']);
  });
});

describe('a fault of our own', () => {
  test('after the callback: the dispatch is retried with the same text, and no callback is sent again', {
    tags: ['U-21', 'CBK-05'],
  }, async () => {
    const fixture = fixtures.open();
    fixture.engage();
    const outbound = always();
    let left = 2;
    const { advance } = fixture.asking(outbound, (point) => {
      const isAnswered = outbound.asked.length > 0;
      if (isAnswered && point === 'before runDispatch' && left-- > 0) throw new Error('a fault of our own');
    });
    await advance(MINUTE_MS);
    await advance(MINUTE_MS);
    expect(fixture.faults).toHaveLength(2);
    expect(outbound.asked).toHaveLength(1);
    expect(fixture.dms()).toEqual(['hello']);
  });

  test('each time: it is failed, and what it waited for is over with it', { tags: ['U-21'] }, async () => {
    const fixture = fixtures.open([MAIL, CALLED]);
    fixture.engage();
    const outbound = always();
    const { advance } = fixture.asking(outbound, (point) => {
      if (outbound.asked.length > 0 && point === 'before runDispatch') throw new Error('a fault of our own');
    });
    await advance(2 * MINUTE_MS);
    expect(fixture.rows()[0]).toMatchObject({
      status: 'failed',
      actions: [{ status: 'sent' }, { status: 'failed', messageSource: null }],
    });
    expect([fixture.dms(), outbound.asked.length]).toEqual([[], 1]);
    expect(summarizeOpenDispatches(fixture.engine.store).count).toBe(0);
  });

  test('one that cannot be asked for it holds no other up, and falls back', async () => {
    const fixture = fixtures.open();
    fixture.engage('mara');
    fixture.engage('noor');
    fixture.time.now += MINUTE_MS;
    runNextDispatch(fixture.engine);
    runNextDispatch(fixture.engine);
    fixture.database.run(
      `update callbacks set url = 'nonsense' where dispatch = (select min(row) from dispatches)`,
    );
    await fixture.asking(always()).advance(0);
    expect(fixture.dms().toSorted()).toEqual(['Here it is.', 'hello']);
    expect(fixture.faults).toHaveLength(1);
    expect(fixture.reasons()).toContain(`callback not used: ${CALLBACK_REASONS.ownFault}`);
    const ids = fixture.rows().map(({ id }) => id);
    expect(listCallbacks(fixture.engine.store, ids)).toMatchObject([
      { at: null, error: CALLBACK_REASONS.ownFault, allowedPrivate: false },
      { at: fixture.time.now, error: null, allowedPrivate: false },
    ]);
  });

  test('a store that cannot be used ends none: it waits', () => {
    const { engine } = fixtures.openWaiting();
    const real = () => {
      throw new CrierError('unavailable', 'the disk is full');
    };
    const [address = ''] = listCallbackAddresses(engine.store);
    expect(() => createCallbackJobs({ ...engine, real }).claim(address, 1, () => {})).toThrow('disk is full');
    expect(listCallbackAddresses(engine.store)).toEqual([address]);
  });
});

test('what is written of when it was asked is the time of the sandbox', { tags: ['CBK-01'] }, async () => {
  const fixture = fixtures.openWaiting();
  const outbound = always();
  fixture.time.now += 5 * SECOND_MS;
  await fixture.asking(outbound).advance(0);
  const body = JSON.parse(new TextDecoder().decode(outbound.asked[0]?.body));
  expect(Date.parse(body.timestamp)).toBe(fixture.time.now);
});

test('the clock is set back during the callback: it continues at once', async () => {
  const fixture = fixtures.openWaiting();
  const outbound = createFakeOutbound(() => {
    fixture.time.now -= DAY_MS;
    return withText('hello');
  });
  await fixture.asking(outbound).advance(0);
  expect(fixture.dms()).toEqual(['hello']);
});
