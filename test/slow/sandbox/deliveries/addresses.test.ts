import { afterAll, describe, expect, test } from 'vitest';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import type { DeliveryQueue } from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import { createDeliveryEngine, type DeliveryEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { growth } from '../../../support/growth.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const SLOW = 'https://slow.example.com/a';
const QUICK = 'https://quick.example.com/a';
describe('however much waits for one address', () => {
  const PRIVATE = 'http://127.0.0.1:4000/a';
  const lanes = { full: [getHostPort(SLOW)], busy: [], allowed: [] };
  const HALF_OF_LOOKING = 5;

  /** That number wait for an address that is full, and for one that this run may not reach; one quick one is due. */
  function waitingFor(count: number): DeliveryEngine {
    const recorder = createDeliveryEngine(
      fixtures.open(),
      createFakeOutbound(() => ({ status: 200 })),
    );
    for (const url of [SLOW, PRIVATE]) recorder.enqueueMany(count, { url });
    recorder.enqueue({ url: QUICK });
    return recorder;
  }

  test('what is due, for whom, and who works on it are found as fast', { tags: ['T13'] }, () => {
    const [few, many] = [waitingFor(500), waitingFor(5_000)];
    const often =
      ({ fixture: { engine, time } }: DeliveryEngine) =>
      () => {
        const { deliveryQueue: queue } = engine.store;
        const [now, most] = [time.now, 8];
        for (let times = 0; times < 20; times++) {
          queue.nextDue(lanes, time.real);
          queue.listDueAddresses(lanes, { now, most });
          // also of the one for which so much waits
          for (const url of [SLOW, QUICK])
            queue.listDue(getHostPort(url), { now, max: most, withBlocked: true });
          queue.releaseExpired(time.real);
          queue.listInFlight({ now, real: time.real });
        }
      };
    const expectAsFast = () => {
      // The large one is ten times as large: found as fast, it takes as long; looked through, ten times as long.
      expect(growth(often(few), often(many), HALF_OF_LOOKING)).toBeLessThan(HALF_OF_LOOKING);
    };
    expectAsFast();
    for (const recorder of [few, many]) putAside(recorder, recorder.fixture.engine.store.deliveryQueue);
    expectAsFast();
    few.fixture.close();
    many.fixture.close();
  });

  /** Puts aside what waits for the private address. */
  function putAside({ fixture: { engine, time } }: DeliveryEngine, queue: DeliveryQueue): void {
    const [due] = queue.listDue(getHostPort(PRIVATE), { now: time.now, max: 1, withBlocked: false });
    if (due === undefined) throw new Error('nothing is due');
    engine.store.transaction(() => queue.block(due));
  }
});
