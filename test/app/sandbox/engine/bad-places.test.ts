import { afterAll, describe, expect, test } from 'vitest';
import { toDayNumber } from '../../../../src/sandbox/engine/dispatcher/dm-quotas.ts';
import { CRASH_POINTS, type CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import { summarizeOpenDispatches } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { listDmsByDay } from '../../../../src/sandbox/store/messages.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import {
  listActionStates,
  openAnswering,
  openWithOneDue,
  runNextDispatch,
  say,
} from '../../../support/engine/engine-work.ts';
import { listDeliveries, listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const withOneDue = (actions: readonly Action[], hook?: (point: CrashPoint) => void) =>
  openWithOneDue(fixtures, actions, hook);

/** An engine with one automation and a webhook. */
function answering(actions: readonly Action[], hook?: (point: CrashPoint) => void): EngineFixture {
  const fixture = openAnswering(fixtures, actions, hook);
  fixture.listen();
  return fixture;
}

describe('a clock that jumps', { tags: ['T4'] }, () => {
  test.each([-DAY_MS, -HOUR_MS])("%i ms of the sandbox's clock: what fired does not fire again", (jump) => {
    const fixture = withOneDue([DM]);
    runNextDispatch(fixture.engine);
    fixture.time.now += jump;
    say(fixture, 'mid.again', { at: fixture.time.now });
    fixture.time.now += MINUTE_MS;
    expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
    fixture.close();
  });

  /** Between the moments at which rows are read and written. */
  const ON_THE_WAY = CRASH_POINTS.filter((point) => !/ingest|recover/.test(point));

  test.each(ON_THE_WAY)(
    "the sandbox's clock is a year further, %s: it continues, once, and counts once",
    (at) => {
      let hasJumped = false;
      const fixture = withOneDue([HOOK, DM, MAIL], (point) => {
        if (point !== at || hasJumped) return;
        hasJumped = true;
        fixture.time.now += 365 * DAY_MS;
      });
      const day = toDayNumber(fixture.time.now);
      expect(runNextDispatch(fixture.engine)).toBe('ended');
      expect([hasJumped, listActionStates(fixture)]).toEqual([true, ['sent', 'sent', 'sent']]);
      const { store } = fixture.engine;
      expect(listSentMessages(store)).toHaveLength(1);
      expect(listDmsByDay(store, day).map(({ sent }) => sent)).toEqual([1]);
      expect(summarizeOpenDispatches(store).count).toBe(0);
      fixture.close();
    },
  );

  test.each(ON_THE_WAY)(
    'a laptop sleeps for a night, %s: no other process was awake, so it continues',
    (at) => {
      let hasSlept = false;
      const fixture = withOneDue([HOOK, DM, MAIL], (point) => {
        if (point !== at || hasSlept) return;
        hasSlept = true;
        fixture.time.now += 8 * HOUR_MS;
        fixture.time.real += 8 * HOUR_MS;
      });
      expect(runNextDispatch(fixture.engine)).toBe('ended');
      expect([hasSlept, listActionStates(fixture)]).toEqual([true, ['sent', 'sent', 'sent']]);
      expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
      fixture.close();
    },
  );

  test('while a laptop sleeps much falls due: all of it is done when it wakes, in order', () => {
    const fixture = answering([{ ...MAIL, dedupWindowMinutes: 0 }]);
    for (const place of [0, 1, 2]) {
      say(fixture, `mid.${place}`, { at: fixture.time.now });
      fixture.time.now += MINUTE_MS;
    }
    fixture.time.now += 8 * HOUR_MS;
    fixture.time.real += 8 * HOUR_MS;
    for (let rest = 0; rest < 3; rest++) expect(runNextDispatch(fixture.engine)).toBe('ended');
    expect(runNextDispatch(fixture.engine)).toBe('nothing is due');
    const keys = listEmails(fixture.engine.store).map(({ key }) => key.split(':')[2]);
    expect(keys).toEqual(['mid.0', 'mid.1', 'mid.2']);
    fixture.close();
  });
});

/** What a disk does to a transaction. The second one is a stand-in: no test can break a disk. */
const DISKS: Readonly<
  Record<string, { break(fixture: EngineFixture): void; fix(fixture: EngineFixture): void; says: string }>
> = {
  'a disk that is full': {
    break({ database }) {
      const pages = database.first<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
      database.script(`pragma max_page_count = ${pages}`);
      // More than is free in the pages that are there.
      database.run('insert into private_replies (comment_id) values (hex(randomblob(500000)))');
    },
    fix: ({ database }) => database.script('pragma max_page_count = 1000000'),
    says: 'the disk is full',
  },
  'a disk that cannot be written (EIO)': {
    break() {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    },
    fix() {},
    says: 'the disk failed to read or write',
  },
  'a file that became read-only': {
    break({ database }) {
      database.script('pragma query_only = 1');
      database.run("insert into private_replies (comment_id) values ('any')");
    },
    fix: ({ database }) => database.script('pragma query_only = 0'),
    says: 'it cannot be written',
  },
};

describe.each(Object.entries(DISKS))('%s', { tags: ['T4'] }, (_name, disk) => {
  /** It is so from the first time that the engine comes to the point, until it is fixed. */
  function meeting(at: CrashPoint): { fixture: EngineFixture; meet(): void; fix(): void } {
    let isBroken = false;
    let isFixed = false;
    const fixture = answering([HOOK, DM, MAIL], (point) => {
      if (at === 'before recover' && point === 'before runDispatch' && !isBroken && !isFixed)
        throw new Error('our own');
      if (isFixed || (point !== at && !isBroken)) return;
      if (!point.startsWith('before ')) return;
      isBroken = true;
      disk.break(fixture);
    });
    return {
      fixture,
      meet() {
        say(fixture, 'mid.1');
        fixture.time.now = NOW + MINUTE_MS;
        runNextDispatch(fixture.engine);
      },
      fix() {
        isFixed = true;
        disk.fix(fixture);
      },
    };
  }

  const COMMITS = CRASH_POINTS.filter((point) => point.startsWith('before ') && point !== 'before sendDm');

  test.each(COMMITS)(
    '%s: it is reported, nothing is half done, and it continues when there is room',
    (at) => {
      const { fixture, meet, fix } = meeting(at);
      expect(meet).toThrow(
        expect.objectContaining({ kind: 'usage', message: expect.stringContaining(disk.says) }),
      );
      fix();
      fixture.time.now = NOW;
      say(fixture, 'mid.1'); // a client without an answer reports again
      fixture.time.now = NOW + MINUTE_MS;
      expect(runNextDispatch(fixture.engine)).toBe('ended');
      expect(listActionStates(fixture)).toEqual(['sent', 'sent', 'sent']);
      expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
      expect([
        listEmails(fixture.engine.store).length,
        listDeliveries(fixture.engine.store).length,
        summarizeOpenDispatches(fixture.engine.store).count,
      ]).toEqual([1, 2, 0]);
      expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      fixture.close();
    },
  );
});

test('a disk that is full for a moment, when the network is asked: the DM did not go out, and does so later', {
  tags: ['T4'],
}, () => {
  let isFull = true;
  const fixture = withOneDue([DM, MAIL], (point) => {
    if (point !== 'before sendDm' || !isFull) return;
    isFull = false;
    DISKS['a disk that is full']?.break(fixture);
  });
  expect(() => runNextDispatch(fixture.engine)).toThrow('the disk is full');
  expect(listActionStates(fixture)).toEqual([]);
  DISKS['a disk that is full']?.fix(fixture);
  expect(runNextDispatch(fixture.engine)).toBe('ended');
  expect(listActionStates(fixture)).toEqual(['sent', 'sent']);
  expect(listSentMessages(fixture.engine.store)).toHaveLength(1);
  expect(listDmsByDay(fixture.engine.store, toDayNumber(NOW)).map(({ sent }) => sent)).toEqual([1]);
  fixture.close();
});
