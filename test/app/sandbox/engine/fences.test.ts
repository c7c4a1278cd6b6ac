import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import { clearStore } from '../../../../src/sandbox/fill-sandbox.ts';
import { seedStore } from '../../../../src/sandbox/seed-store.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import {
  openAnswering,
  PRICE,
  runDispatches,
  runNextDispatch,
  say,
} from '../../../support/engine/engine-work.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const rooms = createEngineFixtures();
afterAll(rooms.remove);

const answering = (actions: readonly Action[], hook?: (point: CrashPoint) => void) =>
  openAnswering(rooms, actions, hook);

/** By the event, whatever the order. */
function statuses({ engine }: EngineFixture, automation = 'auto_1'): Readonly<Record<string, string>> {
  const rows = engine.store.activity.page({ automation, since: 0, after: null, max: 99 });
  return Object.fromEntries(rows.map(({ eventId, status }) => [eventId, status]));
}

const runAll = (engine: Engine) => runDispatches(engine, { mayContinue: () => true, onOutcome() {} });

describe('ENG-11 U-21 a row that cannot be force-failed delays no other', () => {
  /** The broken one is the first that is due, each time. */
  function withTwo(): EngineFixture {
    const room = answering([MAIL]);
    say(room, 'broken', { who: '1' });
    say(room, 'innocent', { who: '2', at: NOW + MINUTE_MS });
    room.time.now = NOW + HOUR_MS;
    return room;
  }

  /** Until the last try of the broken one is over. */
  function runOut(room: EngineFixture, engine: Engine): void {
    for (const wait of [0, ...ASSUMED.dispatchRetryWaitsMs]) {
      room.time.now += wait;
      runAll(engine);
    }
  }

  test('where nothing of it can be read, it is failed all the same', () => {
    const room = withTwo();
    room.database.run("update engagements set text = null where event_id = 'broken'");
    runOut(room, room.engine);
    expect(statuses(room)).toEqual({ broken: 'failed', innocent: 'sent' });
    room.close();
  });

  test('where its webhook cannot be enqueued, what it did stays, and what was in flight is unknown', () => {
    const room = answering([DM, { ...HOOK, dedupWindowMinutes: 0 }]);
    room.listen();
    say(room, 'broken');
    room.time.now = NOW + MINUTE_MS;
    const add = () => {
      throw new Error('no delivery can be written');
    };
    const { store } = room.engine;
    runOut(room, { ...room.engine, store: { ...store, deliveries: { ...store.deliveries, add } } });
    const [row] = store.activity.page({ automation: 'auto_1', since: 0, after: null, max: 1 });
    expect(row).toMatchObject({ status: 'failed', errorDetails: expect.stringContaining('internal error') });
    expect(row?.actions.map(({ status, errorDetails }) => [status, errorDetails])).toEqual([
      ['failed', expect.stringContaining('outcome unknown')],
      ['failed', expect.stringContaining('internal error')],
    ]);
    expect(store.messages.all()).toHaveLength(1);
    expect(store.dispatches.getNextDue(room.time.real)).toBeNull();
    room.close();
  });

  test('where it cannot even be ended, it is put off', () => {
    const room = withTwo();
    say(room, 'same person', { who: '1', at: NOW + MINUTE_MS });
    const { dispatches } = room.engine.store;
    const finish: typeof dispatches.finish = (row, end) => {
      if (row === 1) throw new Error('this row cannot be ended');
      dispatches.finish(row, end);
    };
    const store = { ...room.engine.store, dispatches: { ...dispatches, finish } };
    runOut(room, { ...room.engine, store });
    expect(statuses(room)).toEqual({ broken: 'pending', 'same person': 'sent', innocent: 'sent' });
    expect(dispatches.getNextDue(room.time.real)).toBeGreaterThan(room.time.now);
    room.close();
  });
});

test('ENG-11 whatever the name of an event, the webhook of one is not taken for that of another', () => {
  const room = answering([{ ...HOOK, dedupWindowMinutes: 0 }]);
  room.listen();
  say(room, 'X');
  say(room, 'X:act_0');
  room.time.now = NOW + MINUTE_MS;
  runAll(room.engine);
  expect(statuses(room)).toEqual({ X: 'sent', 'X:act_0': 'sent' });
  expect(new Set(room.engine.store.deliveries.all().map(({ key }) => key)).size).toBe(4);
  room.close();
});

describe('U-15 those of one automation and person', () => {
  test('none holds the other for ever, when a late one begins after a fault of the first', () => {
    let faults = 1;
    const room = answering([DM], (point) => {
      if (point === 'before claimDispatch' && faults-- > 0) throw new Error('a fault of our own');
    });
    const other = room.another();
    const { store } = room.engine;
    store.settings.change({ dmsPerHour: 1 });
    say(room, 'first', { who: 'somebody else' });
    room.time.now = NOW + MINUTE_MS;
    runAll(other.engine); // the pace of the account is used up
    say(room, 'mid.X');
    room.time.now += MINUTE_MS;
    // The take of X is rolled back; before that is written down, another process begins one that was due earlier.
    const onFault = () => {
      say(other, 'mid.Y', { at: NOW - HOUR_MS });
      expect(runNextDispatch(other.engine)).toBe('waits');
    };
    expect(runNextDispatch({ ...room.engine, onFault })).toBe('waits');
    for (let hours = 0; hours < 4; hours++) {
      room.time.now += HOUR_MS;
      runAll(room.engine);
    }
    expect(statuses(room)).toEqual({ first: 'sent', 'mid.Y': 'sent', 'mid.X': 'deduplicated' });
    other.close();
    room.close();
  });

  test('none begins while another has begun and waits, however early it was due', () => {
    const room = answering([{ ...DM, dedupWindowMinutes: 0 }]);
    room.engine.store.settings.change({ dmsPerHour: 1 });
    say(room, 'first', { who: 'somebody else' });
    room.time.now = NOW + MINUTE_MS;
    runAll(room.engine); // the pace of the account is used up
    say(room, 'begun', { at: room.time.now });
    room.time.now += MINUTE_MS;
    expect(runNextDispatch(room.engine)).toBe('waits');
    say(room, 'late', { at: NOW - HOUR_MS });
    expect(runNextDispatch(room.engine)).toBe('nothing is due');
    expect(statuses(room)).toEqual({ first: 'sent', begun: 'in_flight', late: 'pending' });
    room.close();
  });

  test('run in due order, whenever the network reported them', () => {
    const room = answering([{ ...MAIL, dedupWindowMinutes: 0 }]);
    const inOrder = ['early', 'middle', 'late'];
    for (const eventId of ['middle', 'late', 'early']) {
      say(room, eventId, { at: NOW + inOrder.indexOf(eventId) * MINUTE_MS });
    }
    room.time.now = NOW + HOUR_MS;
    const ended: string[] = [];
    const onEnded = (id: string) => void ended.push(id.split(':')[2] ?? '');
    for (let rest = 0; rest < 3; rest++) expect(runNextDispatch({ ...room.engine, onEnded })).toBe('ended');
    expect(ended).toEqual(inOrder);
    room.close();
  });
});

describe('T1 who wakes late', () => {
  test('ENG-06 sends nothing: another one has it, or has done it', () => {
    let sleeps = true;
    const room = answering([DM], (point) => {
      if (point !== 'before sendDm' || !sleeps) return;
      sleeps = false;
      room.time.real += ASSUMED.leaseMs;
      const other = room.another();
      expect(runNextDispatch(other.engine)).toBe('ended');
      // A window later the same person comes again, and gets a DM.
      room.time.now += 8 * DAY_MS;
      say(other, 'mid.2', { at: room.time.now });
      room.time.now += MINUTE_MS;
      expect(runNextDispatch(other.engine)).toBe('ended');
      other.close();
    });
    say(room, 'mid.1');
    room.time.now = NOW + MINUTE_MS;
    expect(runNextDispatch(room.engine)).toBe('lost');
    expect(statuses(room)).toEqual({ 'mid.1': 'failed', 'mid.2': 'sent' });
    expect(room.engine.store.messages.all()).toHaveLength(1);
    room.close();
  });

  test('ACT-10 after a reset writes nothing into what came then', () => {
    let isReset = false;
    const room = answering([{ ...DM, message: 'old' }], (point) => {
      if (point !== 'after sendDm' || isReset) return;
      isReset = true;
      reset(room);
      room.automate('auto_1', PRICE, [{ ...DM, message: 'new' }]);
      say(room, 'mid.new', { who: '8' });
      // The process that claimed it died.
      room.engine.store.dispatches.claimNext({ now: room.time.now, real: room.time.real });
    });
    say(room, 'mid.old');
    room.time.now = NOW + MINUTE_MS;
    expect(runNextDispatch(room.engine)).toBe('lost');
    room.time.real += ASSUMED.leaseMs;
    expect(runNextDispatch(room.engine)).toBe('ended');
    expect(statuses(room)).toEqual({ 'mid.new': 'sent' });
    expect(room.engine.store.messages.all().map(({ text }) => text)).toEqual(['new']);
    room.close();
  });

  function reset({ engine: { store }, database }: EngineFixture): void {
    store.transaction(() => {
      const profiles = [store.profiles.primary(), ...store.profiles.users()];
      clearStore(database);
      seedStore({ store, seed: SLIGHT_SEED, random: randomBytes, anchor: NOW, profiles });
    });
  }

  test('no process loses its claims by waiting for another one that writes', () => {
    const room = rooms.open();
    const { timeout = Number.NaN } = room.database.first<{ timeout: number }>('pragma busy_timeout') ?? {};
    expect(timeout).toBeLessThanOrEqual(ASSUMED.leaseMs - 1_000);
    room.close();
  });
});
