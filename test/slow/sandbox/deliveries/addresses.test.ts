import { afterAll, describe, expect, test } from 'vitest';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import {
  blockDeliveries,
  getNextDeliveryDue,
  listDeliveriesInFlight,
  listDueDeliveries,
  listDueDeliveryAddresses,
  releaseExpiredDeliveries,
} from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import type { Database } from '../../../../src/storage/open-database.ts';
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
        const [now, most] = [time.now, 8];
        for (let times = 0; times < 20; times++) {
          getNextDeliveryDue(engine.store, lanes, time.real);
          listDueDeliveryAddresses(engine.store, lanes, { now, most });
          // also of the one for which so much waits
          for (const url of [SLOW, QUICK])
            listDueDeliveries(engine.store, getHostPort(url), { now, max: most, withBlocked: true });
          releaseExpiredDeliveries(engine.store, time.real);
          listDeliveriesInFlight(engine.store, { now, real: time.real });
        }
      };
    const expectAsFast = () => {
      // The large one is ten times as large: found as fast, it takes as long; looked through, ten times as long.
      expect(growth(often(few), often(many), HALF_OF_LOOKING)).toBeLessThan(HALF_OF_LOOKING);
    };
    expectAsFast();
    for (const recorder of [few, many]) putAside(recorder, recorder.fixture.engine.store);
    expectAsFast();
    few.fixture.close();
    many.fixture.close();
  });

  /** Puts aside what waits for the private address. */
  function putAside({ fixture: { time } }: DeliveryEngine, database: Database): void {
    const [due] = listDueDeliveries(database, getHostPort(PRIVATE), {
      now: time.now,
      max: 1,
      withBlocked: false,
    });
    if (due === undefined) throw new Error('nothing is due');
    database.transaction(() => blockDeliveries(database, due));
  }
});
