import { afterEach, expect, test, vi } from 'vitest';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import { claimNextDispatch } from '../../../../src/sandbox/store/automations/dispatches.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import {
  createEngineFixtures,
  createFixtureClock,
  type EngineFixture,
} from '../../../support/engine/engine-fixture.ts';
import { openWithPeople } from '../../../support/engine/engine-work.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
const opened: EngineFixture[] = [];
afterEach(() => {
  for (const fixture of opened.splice(0)) fixture.close();
});

function withPeople(count: number, actions: readonly Action[] = [MAIL]): EngineFixture {
  const fixture = openWithPeople(fixtures, count, actions);
  opened.push(fixture);
  return fixture;
}

test('however long its own work takes, it waits for what processes that died had taken', async () => {
  const fixture = withPeople(3);
  fixture.time.now = NOW + MINUTE_MS;
  for (let deaths = 0; deaths < 2; deaths++) {
    claimNextDispatch(fixture.engine.store, { now: fixture.time.now, real: fixture.time.real });
    fixture.time.real += ASSUMED.leaseMs / 4;
  }
  let jump = 0;
  const realNow = performance.now.bind(performance);
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + jump);
  const engine = createEngine({
    ...fixture.engine,
    store: interceptStatements(fixture.engine.store, /^select min\(lease_until\)/, (run) => {
      const end = run();
      fixture.time.real += SECOND_MS; // it waits: one lease ends, and then the other
      return end;
    }),
    onEnded() {
      jump += MINUTE_MS; // so long it took
    },
  });
  const { ended } = await engine.advance({ clock: createFixtureClock(fixture), by: MINUTE_MS });
  slow.mockRestore();
  expect(ended).toHaveLength(3);
});
