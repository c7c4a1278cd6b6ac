import { afterAll, describe, expect, test } from 'vitest';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { listBlockedAddresses } from '../../../../src/sandbox/store/outbound/attempts.ts';
import { refreshNextDue } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import {
  blockDeliveries,
  claimDelivery,
  getNextDeliveryDue,
  listDeliveriesInFlight,
  listDueDeliveries,
  listDueDeliveryAddresses,
  recordAttempt,
  releaseExpiredDeliveries,
  renewDeliveryLeases,
  wasAddressAllowed,
} from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import type { Database } from '../../../../src/storage/open-database.ts';
import {
  createDeliveryEngine,
  createOutboundEngine,
  type DeliveryEngine,
  HOOK_URL,
} from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { interceptStatements, recordStatements } from '../../../support/engine/recorded-statements.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

const SLOW = 'https://slow.example.com/a';
const QUICK = 'https://quick.example.com/a';
const { all: ALL, ofAddress: OF_ADDRESS, kept: KEPT } = ASSUMED.maxOutgoing;
const SHARED = ALL - KEPT;

/** One that answers an address only when it is let go, and any other at once. */
function slowAt(isSlow: (url: string) => boolean) {
  const ended: string[] = [];
  let most = 0;
  const held: (() => void)[] = [];
  const outbound = createFakeOutbound((request) => {
    if (!isSlow(request.url)) return ends(request);
    most = Math.max(most, held.length + 1);
    return new Promise<Partial<OutboundAnswer>>((resolve) => {
      held.push(() => resolve(ends(request)));
    });
  });
  function ends({ url }: OutboundRequest): Partial<OutboundAnswer> {
    ended.push(url);
    return { status: 200 };
  }
  return {
    outbound,
    /** The addresses, in the order in which they answered. */
    ended,
    get inFlight() {
      return held.length;
    },
    /** How many of the slow ones were asked at once, at most. */
    get most() {
      return most;
    },
    letGo(count = Infinity) {
      for (const end of held.splice(0, count)) end();
    },
  };
}

/** Until what is in flight settles: nothing leaves here, so that it takes turns and no time. */
async function quiet(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
}

describe('a slow address', () => {
  test('a hundred deliveries to a slow address hold up none to a quick one, though they were due before', {
    tags: ['HOOK-05'],
  }, async () => {
    const slow = slowAt((url) => url === SLOW);
    const recorder = createDeliveryEngine(fixtures.open(), slow.outbound);
    recorder.enqueueMany(100, { url: SLOW });
    recorder.enqueueMany(40, { url: QUICK });
    const passed = recorder.advance(0);
    while (slow.ended.length < 40) await quiet();
    expect(slow.ended.every((url) => url === QUICK)).toBe(true);
    expect(slow.inFlight).toBe(OF_ADDRESS);
    while (slow.ended.length < 140) {
      slow.letGo();
      await quiet();
    }
    await passed;
    expect(slow.most).toBe(OF_ADDRESS);
    recorder.fixture.close();
  });

  test('at most the limit of attempts are in flight in all, and the addresses share it', {
    tags: ['HOOK-05'],
  }, async () => {
    const slow = slowAt(() => true);
    const recorder = createDeliveryEngine(fixtures.open(), slow.outbound);
    const urls = Array.from({ length: 16 }, (_, place) => `https://hook-${place}.example.com/a`);
    for (const url of urls) recorder.enqueueMany(6, { url });
    const passed = recorder.advance(0);
    await quiet();
    expect(slow.inFlight).toBe(SHARED);
    const asked = Map.groupBy(slow.outbound.asked, ({ url }) => url);
    expect([...asked.values()].map(({ length }) => length)).toEqual(urls.map(() => SHARED / urls.length));
    while (slow.ended.length < 96) {
      slow.letGo();
      await quiet();
    }
    await passed;
    recorder.fixture.close();
  });

  test('eight addresses that hang, each with many due, leave slots for others: these are sent at once', {
    tags: ['HOOK-05'],
  }, async () => {
    const isQuick = (url: string) => url.startsWith('https://quick');
    const slow = slowAt((url) => !isQuick(url));
    const recorder = createDeliveryEngine(fixtures.open(), slow.outbound);
    for (let place = 0; place < 8; place++) {
      recorder.enqueueMany(30, { url: `https://hook-${place}.example.com/a` });
    }
    const running = await recorder.engine.keepRunning();
    await quiet();
    expect(slow.inFlight).toBe(SHARED);
    for (let place = 0; place < 2 * KEPT; place++) {
      recorder.enqueue({ url: `https://quick-${place}.example.com/a` });
    }
    running.wake();
    await quiet();
    expect(slow.ended.filter(isQuick)).toHaveLength(2 * KEPT);
    expect(slow.inFlight).toBe(SHARED);
    const ended = running.stop();
    slow.letGo();
    await ended;
    recorder.fixture.close();
  });

  test('where all slots are taken by slow ones, the first free slot is for an address with nothing in flight', {
    tags: ['HOOK-05'],
  }, async () => {
    const slow = slowAt((url) => url !== QUICK);
    const recorder = createDeliveryEngine(fixtures.open(), slow.outbound);
    for (let place = 0; place < ALL; place++) {
      recorder.enqueueMany(place === 0 ? 1 : 2, { url: `https://hook-${place}.example.com/a` });
    }
    const passed = recorder.advance(0);
    await quiet();
    expect(slow.inFlight).toBe(ALL);
    recorder.enqueue({ url: QUICK });
    slow.letGo(1);
    await quiet();
    expect(slow.ended.at(1)).toBe(QUICK);
    while (slow.ended.length < 2 * ALL) {
      slow.letGo();
      await quiet();
    }
    await passed;
    recorder.fixture.close();
  });
});

describe('however much waits for one address', () => {
  const PRIVATE = 'http://127.0.0.1:4000/a';

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

  test('what this run may not reach is put aside in one go', { tags: ['T13'] }, () => {
    const statements = [10, 100].map((count) => {
      const recorder = waitingFor(count);
      const { database, ran } = recordStatements(recorder.fixture.database);
      putAside(recorder, database);
      expect(listBlockedAddresses(recorder.fixture.engine.store, [])).toHaveLength(1);
      recorder.fixture.close();
      return ran.length;
    });
    expect(statements[1]).toBe(statements[0]);
  });

  test('what was put aside is not looked at again by this run', { tags: ['T13'] }, async () => {
    const recorder = waitingFor(50);
    const { store } = recorder.fixture.engine;
    let held = 0;
    const counted = interceptStatements(store, /^update deliveries set is_blocked = 1/, (run) => {
      held += 1;
      return run();
    });
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const engine = { ...recorder.fixture.engine, store: counted };
    const { advance } = createOutboundEngine({ ...recorder.fixture, engine }, outbound);
    await advance(0);
    // those that were taken up together, before the first was refused
    expect(held).toBe(OF_ADDRESS);
    expect(listBlockedAddresses(store, [])).toHaveLength(1);
    await advance(0);
    expect(held).toBe(OF_ADDRESS);
    expect(outbound.asked.filter(({ url }) => url === PRIVATE)).toEqual([]);
    recorder.fixture.close();
  });

  test('no statement of those who deliver looks through what waits, or sorts it', { tags: ['T13'] }, () => {
    const { fixture } = waitingFor(1);
    const { time } = fixture;
    const { database, ran, plans } = recordStatements(fixture.database);
    const [now, real, address] = [time.now, time.real, getHostPort(SLOW)];
    const open = { full: [], busy: [address], allowed: [address] };
    getNextDeliveryDue(database, open, real);
    listDeliveriesInFlight(database, { now, real });
    releaseExpiredDeliveries(database, real + HOUR_MS);
    listDueDeliveryAddresses(database, open, { now, most: 8 });
    const [due] = listDueDeliveries(database, address, { now, max: 8, withBlocked: true });
    if (due === undefined) throw new Error('nothing is due');
    blockDeliveries(database, due);
    const taken = claimDelivery(database, due, { deliveryId: 'one', at: now, real });
    refreshNextDue(database, address);
    renewDeliveryLeases(database, [taken], real);
    wasAddressAllowed(database, taken);
    const end = { ms: 1, status: 503, error: 'status 503', byAllowance: false };
    recordAttempt(database, taken, end, {
      state: 'waiting',
      dueAt: now,
      attemptsCompleted: 1,
      isBlocked: false,
    });

    // few are claimed at a time: only these are scanned
    const IS_LONG =
      /^SCAN (?:deliveries|attempts|delivery_addresses)\b(?! USING (?:COVERING )?INDEX (?:deliveries_taken|delivery_lanes_due))|TEMP B-TREE/;
    expect(plans().filter((detail) => IS_LONG.test(detail))).toEqual([]);
    expect(new Set(ran).size).toBeGreaterThan(15);
    fixture.close();
  });
});

test('those of one address go out in the order in which they are due', { tags: ['HOOK-07'] }, async () => {
  const outbound = createFakeOutbound(() => ({ status: 200 }));
  const recorder = createDeliveryEngine(fixtures.open(), outbound);
  const late = recorder.enqueueMany(3, { created: recorder.fixture.time.now + MINUTE_MS });
  const early = recorder.enqueueMany(3);
  await recorder.advance(HOUR_MS);
  const asked = outbound.asked.map(({ body }) => JSON.parse(new TextDecoder().decode(body)).hookId);
  expect(asked).toEqual([...early, ...late]);
  expect(outbound.asked.every(({ url }) => url === HOOK_URL)).toBe(true);
  const { webhookAnswerBytes: answerBytes } = ASSUMED;
  expect(outbound.asked[0]).toMatchObject({ answerBytes, answerIs: 'dropped', keepsConnection: true });
  recorder.fixture.close();
});
