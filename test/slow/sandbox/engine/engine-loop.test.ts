import { afterEach, expect, test, vi } from 'vitest';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import type { ClockTimes } from '../../../../src/sandbox/store/automations/dispatches.ts';
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
import { NOW } from '../../../support/small-sandbox.ts';

const rooms = createEngineFixtures();
const opened: EngineFixture[] = [];
afterEach(() => {
  for (const room of opened.splice(0)) room.close();
});

function withPeople(count: number, actions: readonly Action[] = [MAIL]): EngineFixture {
  const room = openWithPeople(rooms, count, actions);
  opened.push(room);
  return room;
}

test('however long its own work takes, it waits for what processes that died had taken', async () => {
  const room = withPeople(3);
  const { dispatches } = room.engine.store;
  room.time.now = NOW + MINUTE_MS;
  for (let deaths = 0; deaths < 2; deaths++) {
    dispatches.claimNext({ now: room.time.now, real: room.time.real });
    room.time.real += ASSUMED.leaseMs / 4;
  }
  let jump = 0;
  const realNow = performance.now.bind(performance);
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + jump);
  const engine = createEngine({
    ...room.engine,
    store: {
      ...room.engine.store,
      dispatches: {
        ...dispatches,
        getNextLeaseEnd(moments: ClockTimes) {
          const end = dispatches.getNextLeaseEnd(moments);
          room.time.real += SECOND_MS; // it waits: one lease ends, and then the other
          return end;
        },
      },
    },
    onEnded() {
      jump += MINUTE_MS; // so long it took
    },
  });
  const { ended } = await engine.advance({ clock: createFixtureClock(room), by: MINUTE_MS });
  slow.mockRestore();
  expect(ended).toHaveLength(3);
});
