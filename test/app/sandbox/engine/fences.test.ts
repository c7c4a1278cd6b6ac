import { afterAll, describe, expect, test } from 'vitest';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import type { Engine } from '../../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import { getNextDispatchDue } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { listActivity, openAnswering, runNextDispatch, say } from '../../../support/engine/engine-work.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { listDeliveries, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const answering = (actions: readonly Action[], hook?: (point: CrashPoint) => void) =>
  openAnswering(fixtures, actions, hook);

/** By the event, whatever the order. */
function statuses(fixture: EngineFixture, automation = 'auto_1'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listActivity(fixture, automation).map(({ eventId, status }) => [eventId, status]),
  );
}

const runAll = (engine: Engine) => runDispatches(engine, { mayContinue: () => true, onOutcome() {} });

describe('a row that cannot be force-failed delays no other', { tags: ['ENG-11', 'U-21'] }, () => {
  /** The broken one is the first that is due, each time. */
  function withTwo(): EngineFixture {
    const fixture = answering([MAIL]);
    say(fixture, 'broken', { who: '1' });
    say(fixture, 'innocent', { who: '2', at: NOW + MINUTE_MS });
    fixture.time.now = NOW + HOUR_MS;
    return fixture;
  }

  /** Until the last try of the broken one is over. */
  function runOut(fixture: EngineFixture, engine: Engine): void {
    for (const wait of [0, ...ASSUMED.dispatchRetryWaitsMs]) {
      fixture.time.now += wait;
      runAll(engine);
    }
  }

  test('where nothing of it can be read, it is failed all the same', () => {
    const fixture = withTwo();
    fixture.database.run("update engagements set text = null where event_id = 'broken'");
    runOut(fixture, fixture.engine);
    expect(statuses(fixture)).toEqual({ broken: 'failed', innocent: 'sent' });
    fixture.close();
  });

  test('where its webhook cannot be enqueued, its DM is not sent either', () => {
    const fixture = answering([DM, { ...HOOK, dedupWindowMinutes: 0 }]);
    fixture.listen();
    say(fixture, 'broken');
    fixture.time.now = NOW + MINUTE_MS;
    const { store } = fixture.engine;
    const broken = interceptStatements(store, /^insert into deliveries/, () => {
      throw new Error('no delivery can be written');
    });
    runOut(fixture, { ...fixture.engine, store: broken });
    const [row] = listActivity(fixture);
    expect(row).toMatchObject({ status: 'failed', errorDetails: expect.stringContaining('internal error') });
    expect([row?.actions, listSentMessages(store)]).toEqual([[], []]);
    expect(getNextDispatchDue(store)).toBeNull();
    fixture.close();
  });

  test('where it cannot even be ended, it is put off', () => {
    const fixture = withTwo();
    say(fixture, 'same person', { who: '1', at: NOW + MINUTE_MS });
    const store = interceptStatements(
      fixture.engine.store,
      /^update dispatches set status = :status/,
      (run, values) => {
        if (JSON.stringify(values).includes('"row":1')) throw new Error('this row cannot be ended');
        return run();
      },
    );
    runOut(fixture, { ...fixture.engine, store });
    expect(statuses(fixture)).toEqual({ broken: 'pending', 'same person': 'sent', innocent: 'sent' });
    expect(getNextDispatchDue(fixture.engine.store)).toBeGreaterThan(fixture.time.now);
    fixture.close();
  });
});

test('whatever the name of an event, the webhook of one is not taken for that of another', {
  tags: ['ENG-11'],
}, () => {
  const fixture = answering([{ ...HOOK, dedupWindowMinutes: 0 }]);
  fixture.listen();
  say(fixture, 'X');
  say(fixture, 'X:act_0');
  fixture.time.now = NOW + MINUTE_MS;
  runAll(fixture.engine);
  expect(statuses(fixture)).toEqual({ X: 'sent', 'X:act_0': 'sent' });
  expect(new Set(listDeliveries(fixture.engine.store).map(({ key }) => key)).size).toBe(4);
  fixture.close();
});

describe('those of one automation and person', { tags: ['U-15'] }, () => {
  test('none holds the other for ever, when a late one begins after a fault of the first', () => {
    let faults = 1;
    const fixture = answering([DM], (point) => {
      if (point === 'before runDispatch' && faults-- > 0) throw new Error('a fault of our own');
    });
    const other = fixture.another();
    const { store } = fixture.engine;
    changeSettings(store, { dmsPerHour: 1 });
    say(fixture, 'first', { who: 'somebody else' });
    fixture.time.now = NOW + MINUTE_MS;
    runAll(other.engine); // the pace of the account is used up
    say(fixture, 'mid.X');
    fixture.time.now += MINUTE_MS;
    // X is undone, and waits to be retried; another process begins one that was due earlier.
    expect(runNextDispatch(fixture.engine)).toBe('waits');
    say(other, 'mid.Y', { at: NOW - HOUR_MS });
    expect(runNextDispatch(other.engine)).toBe('waits');
    for (let hours = 0; hours < 4; hours++) {
      fixture.time.now += HOUR_MS;
      runAll(fixture.engine);
    }
    expect(statuses(fixture)).toEqual({ first: 'sent', 'mid.Y': 'sent', 'mid.X': 'deduplicated' });
    other.close();
    fixture.close();
  });

  test('none begins while another has begun and waits, however early it was due', () => {
    const fixture = answering([{ ...DM, dedupWindowMinutes: 0 }]);
    changeSettings(fixture.engine.store, { dmsPerHour: 1 });
    say(fixture, 'first', { who: 'somebody else' });
    fixture.time.now = NOW + MINUTE_MS;
    runAll(fixture.engine); // the pace of the account is used up
    say(fixture, 'begun', { at: fixture.time.now });
    fixture.time.now += MINUTE_MS;
    expect(runNextDispatch(fixture.engine)).toBe('waits');
    say(fixture, 'late', { at: NOW - HOUR_MS });
    expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
    expect(statuses(fixture)).toEqual({ first: 'sent', begun: 'in_flight', late: 'pending' });
    fixture.close();
  });

  test('run in due order, whenever the network reported them', () => {
    const fixture = answering([{ ...MAIL, dedupWindowMinutes: 0 }]);
    const inOrder = ['early', 'middle', 'late'];
    for (const eventId of ['middle', 'late', 'early']) {
      say(fixture, eventId, { at: NOW + inOrder.indexOf(eventId) * MINUTE_MS });
    }
    fixture.time.now = NOW + HOUR_MS;
    const ended: string[] = [];
    const onEnded = (id: string) => void ended.push(id.split(':')[2] ?? '');
    for (let rest = 0; rest < 3; rest++)
      expect(runNextDispatch({ ...fixture.engine, onEnded })).toBe('ended');
    expect(ended).toEqual(inOrder);
    fixture.close();
  });
});

test('no process loses its claims by waiting for another one that writes', () => {
  const fixture = fixtures.open();
  const { timeout = Number.NaN } = fixture.database.first<{ timeout: number }>('pragma busy_timeout') ?? {};
  expect(timeout).toBeLessThanOrEqual(ASSUMED.leaseMs - 1_000);
  fixture.close();
});
