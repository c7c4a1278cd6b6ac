import { afterAll, describe, expect, test } from 'vitest';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import type { Engine } from '../../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import {
  getNextDispatchDue,
  insertDispatch,
  listDispatchesOfEngagement,
} from '../../../../src/sandbox/store/automations/dispatches.ts';
import { insertEngagement } from '../../../../src/sandbox/store/automations/engagements.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { DM } from '../../../support/automations/engaged-sandbox.ts';
import { dm } from '../../../support/automations/engagements.ts';
import { createEngineFixtures, type EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { openAnswering, runNextDispatch, say } from '../../../support/engine/engine-work.ts';
import { growth } from '../../../support/growth.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const answering = (actions: readonly Action[], hook?: (point: CrashPoint) => void) =>
  openAnswering(fixtures, actions, hook);

const runAll = (engine: Engine) => runDispatches(engine, { mayContinue: () => true, onOutcome() {} });

describe('those of one automation and person', { tags: ['U-15'] }, () => {
  test('however many wait for one that waits, the next one is found as fast, and so is what an event made', () => {
    /** That number behind one that waits for its hour. */
    const blocked = (count: number) => {
      const fixture = answering([DM]);
      const { store } = fixture.engine;
      changeSettings(store, { dmsPerHour: 1 });
      say(fixture, 'first', { who: 'somebody else' });
      fixture.time.now = NOW + MINUTE_MS;
      runAll(fixture.engine);
      store.transaction(() => {
        for (let place = 0; place < count; place++) addRow(fixture, place);
      });
      expect(runNextDispatch(fixture.engine)).toBe('waits');
      return fixture;
    };
    const [few, many] = [blocked(500), blocked(5_000)];
    const HALF_OF_LOOKING = 5;
    const looks: readonly ((fixture: EngineFixture) => void)[] = [
      ({ engine }) => getNextDispatchDue(engine.store),
      ({ engine }) => listDispatchesOfEngagement(engine.store, 1),
    ];
    for (const look of looks) {
      const often = (fixture: EngineFixture) => () => {
        for (let time = 0; time < 100; time++) look(fixture);
      };
      // The large one is ten times as large: found as fast, it takes as long; looked through, ten times as long.
      expect(growth(often(few), often(many), HALF_OF_LOOKING)).toBeLessThan(HALF_OF_LOOKING);
    }
    few.close();
    many.close();
  });

  /** Past ingest, which is not what is timed. */
  function addRow({ engine, account }: EngineFixture, place: number): void {
    const engagement = { ...dm('price'), eventId: `mid.${place}`, at: NOW };
    const row = insertEngagement(engine.store, {
      accountId: account.id,
      engagement,
      received: NOW,
      like: null,
    });
    insertDispatch(engine.store, {
      id: `auto_1:trg_0:mid.${place}`,
      automation: 'auto_1',
      triggerId: 'trg_0',
      triggerType: 'dm_keyword',
      keyword: 'price',
      engagement: row,
      recipientId: engagement.from.id,
      created: NOW,
      dueAt: NOW,
      pauseCount: 0,
    });
  }
});
