import { afterAll, describe, expect, test } from 'vitest';
import { CrierError } from '../../../../src/errors.ts';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import { toDayNumber, toMonthNumber } from '../../../../src/sandbox/engine/dispatcher/dm-quotas.ts';
import type { CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import { getNextDispatchDue } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { countDmsInMonth, listDmsByDay } from '../../../../src/sandbox/store/messages.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { dm } from '../../../support/automations/engagements.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import {
  ingest,
  listActionStates,
  listActivity,
  openAnswering,
  openWithOneDue,
  runNextDispatch,
  say,
} from '../../../support/engine/engine-work.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { listDeliveries, listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const withOneDue = (actions: readonly Action[], hook?: (point: CrashPoint) => void) =>
  openWithOneDue(fixtures, actions, hook);

const UNKNOWN = 'outcome unknown: it was interrupted while the network was asked';
const INTERNAL = 'an internal error of the sandbox at every attempt';

const rowOf = (fixture: EngineFixture) => listActivity(fixture)[0];

test('a dispatch that waits for its hour, and may not run any more by then, has ended', {
  tags: ['ENG-08'],
}, () => {
  const fixture = withOneDue([DM, DM]);
  changeSettings(fixture.engine.store, { dmsPerHour: 1 });
  expect(runNextDispatch(fixture.engine)).toBe('waits');
  changeSettings(fixture.engine.store, { plan: 'premium' });
  fixture.time.now += HOUR_MS;
  expect(runNextDispatch(fixture.engine)).toBe('ended');
  expect(listActionStates(fixture)).toEqual(['sent', 'skipped']);
  fixture.close();
});

describe('a fault of our own', () => {
  const { dispatchRetryWaitsMs: waits } = ASSUMED;

  /** Fails so often, at a point. */
  const failing = (times: number, at: CrashPoint = 'before runDispatch') => {
    let left = times;
    return (point: CrashPoint) => {
      if (point === at && left-- > 0) throw new Error('a fault of our own');
    };
  };

  test.each([1, 2, 3])('after %i of them it is done at last, once', { tags: ['U-21'] }, (times) => {
    const fixture = withOneDue([HOOK, DM, MAIL], failing(times));
    for (const wait of waits.slice(0, times)) {
      expect(runNextDispatch(fixture.engine)).toBe('waits');
      expect(rowOf(fixture)?.status).toBe('pending'); // nothing of it has run
      expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
      fixture.time.now += wait;
    }
    expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(listActionStates(fixture)).toEqual(['sent', 'sent', 'sent']);
    expect(fixture.faults).toHaveLength(times);
    expect([
      listSentMessages(fixture.engine.store).length,
      listEmails(fixture.engine.store).length,
      listDeliveries(fixture.engine.store).length,
    ]).toEqual([1, 1, 2]);
    fixture.close();
  });

  test('after the last attempt it is failed, and completed has no action', {
    tags: ['U-21', 'HOOK-18'],
  }, () => {
    const fixture = withOneDue([MAIL, HOOK], failing(Infinity));
    for (const wait of waits) {
      runNextDispatch(fixture.engine);
      fixture.time.now += wait;
    }
    expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(rowOf(fixture)).toMatchObject({
      status: 'failed',
      errorDetails: expect.stringContaining('internal error'),
    });
    expect(listEmails(fixture.engine.store)).toEqual([]);
    expect(
      listDeliveries(fixture.engine.store).map(({ event }) => [event['type'], event['actionResults']]),
    ).toEqual([['automation.completed', []]]);
    fixture.close();
  });

  test('what had run in an earlier step stays, is not repeated, and is not sent again', {
    tags: ['U-21', 'W-12', 'HOOK-18'],
  }, () => {
    let isFailing = false;
    const fixture = openAnswering(fixtures, [HOOK, DM, MAIL], (point) => {
      if (isFailing && point === 'before runDispatch') throw new Error('a fault of our own');
    });
    const { store } = fixture.engine;
    fixture.listen();
    changeSettings(store, { dmsPerHour: 1 });
    say(fixture, 'other', { who: '8', at: NOW - MINUTE_MS });
    say(fixture, 'mid.1');
    fixture.time.now = NOW + MINUTE_MS;
    expect([runNextDispatch(fixture.engine), runNextDispatch(fixture.engine)]).toEqual(['ended', 'waits']);
    isFailing = true;
    fixture.time.now += HOUR_MS;
    for (const wait of [...waits, 0]) {
      runNextDispatch(fixture.engine);
      fixture.time.now += wait;
    }
    const row = listActivity(fixture).find(({ eventId }) => eventId === 'mid.1');
    expect(row?.actions.map(({ status }) => status)).toEqual(['sent', 'failed', 'failed']);
    expect(listSentMessages(store).map(({ recipientId }) => recipientId)).toEqual(['8']);
    expect(listEmails(store)).toHaveLength(1);
    const events = listDeliveries(store).flatMap(({ event }) =>
      event['eventId'] === 'mid.1' ? [event['type']] : [],
    );
    expect(events).toEqual(['automation.triggered', 'automation.completed']);
    fixture.close();
  });

  test.each([
    ['and the rest runs', 0, ['sent', 'failed', 'sent'], [null, UNKNOWN, null]],
    ['also where the rest fails', Infinity, ['sent', 'failed', 'failed'], [null, UNKNOWN, INTERNAL]],
  ] as const)(
    'a DM that an earlier version left while it was sent is failed, not sent again, and stays charged, %s',
    (_why, faults, statuses, errors) => {
      let isFailing = false;
      const fail = failing(faults);
      const fixture = withOneDue([DM, DM, MAIL], (point) => {
        if (isFailing) fail(point);
      });
      const { store } = fixture.engine;
      changeSettings(store, { dmsPerHour: 1 });
      expect(runNextDispatch(fixture.engine)).toBe('waits');
      fixture.database.run(
        "update action_results set status = 'attempting' where position = 1 and status = 'pending'",
      );
      isFailing = true;
      fixture.time.now += HOUR_MS;
      for (const wait of [...waits, 0]) {
        runNextDispatch(fixture.engine);
        fixture.time.now += wait;
      }
      expect(rowOf(fixture)?.actions.map(({ status }) => status)).toEqual(statuses);
      expect(rowOf(fixture)?.actions.map(({ errorDetails }) => errorDetails)).toEqual(errors);
      expect(listSentMessages(store)).toHaveLength(1);
      expect(listDmsByDay(store, toDayNumber(NOW))).toMatchObject([{ sent: 2 }]);
      // the person may have got it, and gets no other
      say(fixture, 'mid.again', { at: fixture.time.now - MINUTE_MS });
      isFailing = false;
      runNextDispatch(fixture.engine);
      const again = listActivity(fixture).find(({ eventId }) => eventId === 'mid.again');
      expect(again?.actions.slice(0, 2).map(({ status }) => status)).toEqual([
        'deduplicated',
        'deduplicated',
      ]);
      fixture.close();
    },
  );

  test('where its rows cannot be failed in full, each further error is reported, and it ends or waits at last', () => {
    const errors: string[] = [];
    const fixture = withOneDue([MAIL], (point) => {
      const message = errors.shift();
      if (message !== undefined) throw new Error(`${message} ${point}`);
    });
    errors.push('first', 'second');
    expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(rowOf(fixture)).toMatchObject({ status: 'failed', errorDetails: INTERNAL });
    say(fixture, 'mid.2');
    errors.push('third', 'fourth', 'fifth');
    expect(runNextDispatch(fixture.engine)).toBe('waits');
    expect(getNextDispatchDue(fixture.engine.store)).toBe(fixture.time.now + Math.max(...waits));
    expect(fixture.faults.map((fault) => (fault instanceof Error ? fault.message : fault))).toEqual([
      ...['first before runDispatch', 'second before recover'],
      ...['third before runDispatch', 'fourth before recover', 'fifth before recover'],
    ]);
    fixture.close();
  });

  test.each(['before sendDm', 'after sendDm'] as const)(
    '%s: the DM is undone with the rest of its step, and goes out another time',
    { tags: ['U-21'] },
    (point) => {
      const fixture = withOneDue([DM, MAIL], failing(1, point));
      const { store } = fixture.engine;
      expect(runNextDispatch(fixture.engine)).toBe('waits');
      expect([listActionStates(fixture), listSentMessages(store)]).toEqual([[], []]);
      expect(countDmsInMonth(store, fixture.account.id, toMonthNumber(NOW))).toBe(0);
      fixture.time.now += MINUTE_MS;
      expect(runNextDispatch(fixture.engine)).toBe('ended');
      expect(listActionStates(fixture)).toEqual(['sent', 'sent']);
      expect(countDmsInMonth(store, fixture.account.id, toMonthNumber(NOW))).toBe(1);
      expect(listSentMessages(store)).toHaveLength(1);
      fixture.close();
    },
  );

  test('an action that failed is not tried again for it', { tags: ['U-21'] }, () => {
    const fixture = withOneDue([{ ...DM, message: '{{recipient_name}}' }, MAIL], failing(0));
    expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(listActionStates(fixture)).toEqual(['failed', 'sent']);
    expect(fixture.faults).toEqual([]);
    fixture.close();
  });
});

describe('one after the other', () => {
  /** Two people, one after the other; an email of the second one meets what the test wants. */
  function series(insertEmail: (insert: () => unknown) => unknown): EngineFixture & { run(): void } {
    const fixture = fixtures.open();
    fixture.automate('auto_dm', [{ type: 'dm_keyword', keywords: ['dm'] }], [DM]);
    fixture.automate('auto_1', [{ type: 'dm_keyword', keywords: ['mail'] }], [MAIL]);
    for (const [place, word] of ['dm', 'mail'].entries()) {
      // The second one falls due later, whatever the jitter.
      const engagement = { ...dm(word), eventId: `mid.${place}`, at: NOW + place * MINUTE_MS };
      ingest(fixture.engine, { accountId: fixture.account.id, engagement });
    }
    fixture.time.now = NOW + HOUR_MS;
    const store = interceptStatements(fixture.engine.store, /^insert into outbox/, insertEmail);
    return {
      ...fixture,
      run: () => runDispatches({ ...fixture.engine, store }, { mayContinue: () => true, onOutcome() {} }),
    };
  }

  const first = (fixture: EngineFixture) => listActivity(fixture, 'auto_dm')[0];

  test('a fault of the next one does not change what is known of the one before', { tags: ['U-21'] }, () => {
    let isBroken = true;
    const fixture = series((add) => {
      if (isBroken) throw new Error('a fault of our own');
      return add();
    });
    fixture.run();
    expect(first(fixture)).toMatchObject({ status: 'sent' });
    expect(rowOf(fixture)).toMatchObject({ status: 'pending' });
    isBroken = false;
    fixture.time.now += MINUTE_MS;
    fixture.run();
    expect(rowOf(fixture)).toMatchObject({ status: 'sent' });
    expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
    fixture.close();
  });

  test('a full disk at the next one leaves both for later', () => {
    let isFull = true;
    const fixture = series((add) => {
      if (isFull) throw new CrierError('usage', 'the disk is full');
      return add();
    });
    expect(() => fixture.run()).toThrow('the disk is full');
    expect([first(fixture)?.status, listSentMessages(fixture.engine.store)]).toEqual(['pending', []]);
    expect(rowOf(fixture)).toMatchObject({ status: 'pending' });
    isFull = false;
    fixture.run();
    expect([first(fixture)?.status, rowOf(fixture)?.status]).toEqual(['sent', 'sent']);
    expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
    fixture.close();
  });
});

test('while one process runs a dispatch, another one neither runs nor changes it', {
  tags: ['A-10', 'ENG-11'],
}, () => {
  const fixture = withOneDue([DM, MAIL], (point) => {
    if (point !== 'before sendDm') return;
    expect(() => runNextDispatch(other.engine)).toThrow('another process');
  });
  const other = fixture.another();
  other.database.script('pragma busy_timeout = 0'); // it does not wait for the write lock
  expect(runNextDispatch(fixture.engine)).toBe('ended');
  expect(runNextDispatch(other.engine)).toBe('nothing is due');
  expect(listActionStates(other)).toEqual(['sent', 'sent']);
  const { store } = other.engine;
  expect([listSentMessages(store).length, listEmails(store).length]).toEqual([1, 1]);
  other.close();
  fixture.close();
});
