import { afterAll, expect, test } from 'vitest';
import { createDeliveryJobs } from '../../../../src/sandbox/engine/outbound-queue/deliveries.ts';
import { claimJobs, recordJobs } from '../../../../src/sandbox/engine/outbound-queue/queue.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { createDeliveryEngine, type DeliveryEngine } from '../../../support/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/fake-outbound.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const rooms = createEngineFixtures();
afterAll(rooms.remove);

test('HOOK-09 T1 a process that slept past its lease has lost also what was released and not claimed yet', () => {
  const outbound = createFakeOutbound(() => ({ status: 200 }));
  const first = createDeliveryEngine(rooms.open(), outbound);
  const COUNT = 20;
  const hookIds = first.tellMany(COUNT);
  const claimDeliveries = ({ engine }: DeliveryEngine, max: number) =>
    claimJobs(
      createDeliveryJobs(engine, outbound),
      { max, perAddress: max, remaining: new Map(), spare: max },
      engine,
    );
  const slept = claimDeliveries(first, COUNT);
  expect(slept).toHaveLength(COUNT);
  first.room.time.real += ASSUMED.leaseMs;
  const second = first.another();
  expect(claimDeliveries(second, 8)).toHaveLength(8);
  const { deliveryQueue: queue } = first.engine.store;
  queue.renewLeases(slept, first.room.time.real);
  const outcome = { status: 200, fault: null, byAllowance: false, ms: 1 };
  recordJobs(
    createDeliveryJobs(first.engine, outbound),
    slept.map((job) => ({ job, outcome })),
    first.engine.commit,
  );
  for (const [place, hookId] of hookIds.entries()) {
    const attemptsStarted = place < 8 ? 2 : 1;
    expect(first.of(hookId)).toMatchObject({
      state: 'waiting',
      attemptsCompleted: 0,
      dueAt: NOW,
      attemptsStarted,
    });
    expect(first.of(hookId).attempts[0]).toMatchObject({ status: null, error: 'interrupted' });
  }
  // a renewal would have kept them from the next process
  expect(claimDeliveries(second, COUNT)).toHaveLength(COUNT - 8);
  for (const { room } of [second, first]) room.close();
});
