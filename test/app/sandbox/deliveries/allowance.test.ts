import { afterAll, describe, expect, test } from 'vitest';
import { checkPublicUrl, isAllowed, isPublicAddress } from '../../../../src/domain/addresses/public-url.ts';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import {
  allowing,
  createDeliveryEngine,
  type DeliveryEngine,
} from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const rooms = createEngineFixtures();
afterAll(rooms.remove);

const HERE = 'http://127.0.0.1:4000/a';
/** A public name that leads to this machine. */
const NAMED = 'https://hooks.example.com:4000/a';

type AllowanceAnswer = Partial<OutboundAnswer>;

/** Refuses what no run of the program would reach, and answers what is allowed. */
function guarded(
  allowed: readonly string[] = [],
  answer: (request: OutboundRequest) => AllowanceAnswer = () => ({ status: 200 }),
) {
  const asked: OutboundRequest[] = [];
  const allowance = allowed.map(getHostPort);
  const outbound = createFakeOutbound((request) => {
    const { url } = request;
    const byAllowance = isAllowed(url, allowance);
    if (!byAllowance && (checkPublicUrl(url) !== null || url === NAMED)) {
      return { fault: 'address not allowed' };
    }
    asked.push(request);
    return { ...answer(request), byAllowance };
  });
  return { ...allowing(outbound, ...allowed), asked };
}

const registerByAllowance = ({ room }: DeliveryEngine, url: string) =>
  room.engine.store.webhooks.save({
    profile: room.account.profile,
    action: 'automations',
    url,
    byAllowance: true,
  });

const held = ({ room }: DeliveryEngine, allowed: readonly string[] = []) =>
  room.engine.store.outbound.listBlocked(allowed);

describe('U-07 S9 a run that may not reach an address which another one allowed', () => {
  test('makes no attempt where the spelling shows it already, and reports what it waits for', async () => {
    const outbound = guarded();
    const telling = createDeliveryEngine(rooms.open(), outbound);
    const hookId = telling.tell({ url: HERE });
    await telling.advance(HOUR_MS);
    expect(telling.of(hookId)).toMatchObject({
      state: 'waiting',
      isBlocked: true,
      attempts: [],
      attemptsCompleted: 0,
      dueAt: NOW,
    });
    expect(held(telling)).toEqual([{ address: '127.0.0.1:4000', deliveries: 1 }]);
    expect(telling.room.engine.store.outbound.countDue(NOW + HOUR_MS, [])).toMatchObject({ deliveries: 0 });
    telling.room.close();
  });

  test('keeps one that was registered so, where the name does not show it: an attempt, but outside the schedule', async () => {
    const outbound = guarded();
    const telling = createDeliveryEngine(rooms.open(), outbound);
    registerByAllowance(telling, NAMED);
    const hookId = telling.tell({ url: NAMED });
    await telling.advance(HOUR_MS);
    expect(telling.of(hookId)).toMatchObject({
      state: 'waiting',
      isBlocked: true,
      attempts: [{ attempt: 0, status: null, error: 'address not allowed' }],
      attemptsCompleted: 0,
    });
    telling.room.close();
  });

  test('keeps one that was reached so before, though it is registered no more', async () => {
    const first = guarded([NAMED], () => ({ status: 503 }));
    const telling = createDeliveryEngine(rooms.open(), first);
    const hookId = telling.tell({ url: NAMED });
    await telling.advance(0);
    expect(telling.of(hookId).attempts).toMatchObject([{ byAllowance: true, error: 'status 503' }]);
    const other = telling.another(guarded());
    await other.advance(MINUTE_MS);
    expect(other.of(hookId)).toMatchObject({ state: 'waiting', attemptsCompleted: 1, attemptsStarted: 2 });
    for (const { room } of [other, telling]) room.close();
  });

  test('retries one whose public name resolves to a private address, on the schedule of other failures', async () => {
    const telling = createDeliveryEngine(rooms.open(), guarded());
    const hookId = telling.tell({ url: NAMED });
    await telling.advance(5 * SECOND_MS - 1);
    expect(telling.of(hookId)).toMatchObject({ state: 'waiting', isBlocked: false, attemptsCompleted: 1 });
    await telling.advance(DAY_MS);
    const { attempts, ...delivery } = telling.of(hookId);
    expect(delivery).toMatchObject({ state: 'failed', isBlocked: false, attemptsCompleted: 13 });
    expect(new Set(attempts.map(({ error }) => error))).toEqual(new Set(['address not allowed']));
    telling.room.close();
  });

  test('delivers it at the next attempt, when the name resolves to a public address again', async () => {
    let found = '10.0.0.1';
    const receiver = createFakeOutbound(() =>
      isPublicAddress(found) ? { status: 200 } : { fault: 'address not allowed' },
    );
    const telling = createDeliveryEngine(rooms.open(), receiver);
    const hookId = telling.tell({ url: NAMED });
    await telling.advance(0);
    expect(telling.of(hookId)).toMatchObject({ state: 'waiting', attemptsCompleted: 1 });
    found = '93.184.216.34';
    await telling.advance(5 * SECOND_MS);
    expect(telling.of(hookId)).toMatchObject({ state: 'delivered', attemptsCompleted: 2 });
    telling.room.close();
  });

  test('lets nothing else wait with it', async () => {
    const outbound = guarded();
    const telling = createDeliveryEngine(rooms.open(), outbound);
    telling.tellMany(100, { url: HERE });
    const hookId = telling.tell();
    await telling.advance(0);
    expect(telling.of(hookId).state).toBe('delivered');
    expect(outbound.asked).toHaveLength(1);
    telling.room.close();
  });
});

describe('U-07 S9 a run that may', () => {
  test('takes up what waited for it, with the number that comes next and by the whole schedule', async () => {
    const without = createDeliveryEngine(rooms.open(), guarded());
    registerByAllowance(without, NAMED);
    const [spelled, named] = [without.tell({ url: HERE }), without.tell({ url: NAMED })];
    await without.advance(HOUR_MS);
    let isUp = false;
    const outbound = guarded([HERE, NAMED], () => ({ status: isUp ? 200 : 503 }));
    const telling = without.another(outbound);
    expect(held(telling, outbound.allowed)).toEqual([]);
    await telling.advance(0);
    isUp = true;
    await telling.advance(5 * SECOND_MS);
    expect(telling.of(spelled)).toMatchObject({
      state: 'delivered',
      isBlocked: false,
      attemptsCompleted: 2,
      attemptsStarted: 2,
    });
    expect(telling.of(named)).toMatchObject({
      state: 'delivered',
      isBlocked: false,
      attemptsCompleted: 2,
      attemptsStarted: 3,
    });
    expect(telling.of(named).attempts).toMatchObject([
      { error: 'address not allowed', byAllowance: false },
      { error: 'status 503', byAllowance: true },
      { error: null, byAllowance: true },
    ]);
    for (const { room } of [without, telling]) room.close();
  });

  test('delivers all that waits for it beside one that may not, and neither goes round in circles', async () => {
    const without = createDeliveryEngine(rooms.open(), guarded());
    const outbound = guarded([HERE]);
    const telling = without.another(outbound);
    const hookIds = without.tellMany(50, { url: HERE });
    await Promise.all([without.advance(MINUTE_MS), telling.advance(MINUTE_MS)]);
    expect(hookIds.map((hookId) => telling.of(hookId).state)).toEqual(hookIds.map(() => 'delivered'));
    expect(outbound.asked).toHaveLength(50);
    for (const { room } of [without, telling]) room.close();
  });

  test('redelivered manually, it continues to wait where it may not be reached, and is sent where it may', async () => {
    const without = createDeliveryEngine(rooms.open(), guarded());
    const hookId = without.tell({ url: HERE });
    await without.advance(0);
    const { store } = without.room.engine;
    store.transaction(() => store.deliveries.redeliver(hookId, NOW));
    expect(without.of(hookId).isBlocked).toBe(false);
    await without.advance(0);
    expect(without.of(hookId)).toMatchObject({ isBlocked: true, attempts: [] });
    const telling = without.another(guarded([HERE]));
    await telling.advance(0);
    expect(telling.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 1 });
    for (const { room } of [without, telling]) room.close();
  });

  test('and still meets a refusal of a literal address gives that up: no attempt could end otherwise', async () => {
    const refusing = allowing(
      createFakeOutbound(() => ({ fault: 'address not allowed' })),
      HERE,
    );
    const telling = createDeliveryEngine(rooms.open(), refusing);
    const hookId = telling.tell({ url: HERE });
    await telling.advance(0);
    expect(telling.of(hookId)).toMatchObject({ state: 'failed', attemptsCompleted: 1 });
    telling.room.close();
  });

  test('but meets a refusal of a name, such as a link-local answer, goes by the schedule: an advance ends', async () => {
    const refusing = createFakeOutbound(() => ({ fault: 'address not allowed' }));
    const telling = createDeliveryEngine(rooms.open(), allowing(refusing, NAMED));
    registerByAllowance(telling, NAMED);
    const hookId = telling.tell({ url: NAMED });
    await telling.advance(DAY_MS);
    expect(telling.of(hookId)).toMatchObject({
      state: 'failed',
      isBlocked: false,
      attemptsStarted: 13,
      attemptsCompleted: 13,
    });
    telling.room.close();
  });
});
