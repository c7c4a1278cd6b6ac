import { afterAll, describe, expect, test } from 'vitest';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import type { Outbound, OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import { listBlockedAddresses } from '../../../../src/sandbox/store/outbound/attempts.ts';
import { scheduleRedelivery } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import { removeWebhook, saveWebhook } from '../../../../src/sandbox/store/outbound/webhooks.ts';
import { getPrimaryProfile, listUserProfiles } from '../../../../src/sandbox/store/profiles.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { control } from '../../../support/control.ts';
import {
  createDeliveryEngine,
  type DeliveryEngine,
  HOOK_URL,
} from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { createDeliverySandboxes } from '../../../support/engine/outbound-sandboxes.ts';
import { eventually } from '../../../support/eventually.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
const sandboxes = createDeliverySandboxes();
afterAll(async () => {
  fixtures.remove();
  await sandboxes.close();
});

const NEW_URL = 'https://other.example.com/b';
const REFUSED = 'http://127.0.0.1:4000/a';
const TAKEN_AWAY = 'webhook taken away';

function opened(outbound: Outbound) {
  const recorder = createDeliveryEngine(fixtures.open(), outbound);
  const { store } = recorder.fixture.engine;
  const profile = getPrimaryProfile(store).id;
  const register = (url: string) =>
    store.transaction(() => saveWebhook(store, { profile, action: 'automations', url, byAllowance: false }));
  const unregister = () => store.transaction(() => removeWebhook(store, profile, 'automations'));
  return { ...recorder, profile, register, unregister };
}

/** Does not answer until it is given an answer. */
function held() {
  const ends: ((answer: Partial<OutboundAnswer>) => void)[] = [];
  const outbound = createFakeOutbound(({ url }) =>
    url === NEW_URL ? { status: 200 } : new Promise((resolve) => void ends.push(resolve)),
  );
  const hangs = () => eventually(() => expect(ends).toHaveLength(1));
  return { outbound, hangs, answer: (answer: Partial<OutboundAnswer>) => ends[0]?.(answer) };
}

const lanes = ({ fixture }: DeliveryEngine) => fixture.database.all('select address from delivery_addresses');

const bodies = ({ asked }: ReturnType<typeof createFakeOutbound>) =>
  asked.map(({ url, body, headers }) => {
    const recorded = JSON.parse(new TextDecoder().decode(body));
    return [url, recorded.url, headers['X-Service-Delivery-Attempt']];
  });

describe('a webhook that is taken away', { tags: ['HOOK-01', 'HOOK-07'] }, () => {
  test('ends what waits for it, of its owner, action and address only', async () => {
    const outbound = createFakeOutbound(() => ({ status: 503 }));
    const one = opened(outbound);
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    await one.advance(0);
    const fresh = one.enqueue();
    const acme = listUserProfiles(one.fixture.engine.store)[0]?.id ?? 0;
    const others = [
      one.enqueue({ owner: acme }),
      one.enqueue({ action: 'messages' }),
      one.enqueue({ url: NEW_URL }),
    ];
    expect(one.unregister()).toBe(true);
    expect(one.of(hookId)).toMatchObject({
      state: 'failed',
      dueAt: null,
      endError: TAKEN_AWAY,
      attemptsStarted: 1,
    });
    expect(one.of(hookId).attempts).toMatchObject([{ error: 'status 503' }]);
    expect(one.of(fresh)).toMatchObject({ state: 'failed', endError: TAKEN_AWAY, attempts: [] });
    for (const other of others) expect(one.of(other)).toMatchObject({ state: 'waiting', endError: null });
    await one.advance(HOUR_MS);
    expect(outbound.asked.length).toBe(1 + 3 * 8);
    one.fixture.close();
  });

  test('ends what waits for a run that may reach it, and leaves nothing that probes the address', async () => {
    const one = opened(createFakeOutbound(() => ({ status: 200 })));
    one.register(REFUSED);
    const hookId = one.enqueue({ url: REFUSED });
    await one.advance(0);
    one.enqueue({ url: REFUSED });
    one.unregister();
    expect(one.of(hookId)).toMatchObject({ state: 'failed', isBlocked: false });
    expect(listBlockedAddresses(one.fixture.engine.store, [])).toEqual([]);
    expect(lanes(one)).toEqual([]);
    one.fixture.close();
  });

  test('leaves what has ended as it is', async () => {
    const one = opened(createFakeOutbound(() => ({ status: 200 })));
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    await one.advance(0);
    one.unregister();
    expect(one.of(hookId)).toMatchObject({ state: 'delivered', endError: null });
    one.fixture.close();
  });

  test('ends an attempt that is in flight: its result changes nothing', { tags: ['T1'] }, async () => {
    const { outbound, hangs, answer } = held();
    const one = opened(outbound);
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    const passed = one.advance(0);
    await hangs();
    const { fencingToken } = one.of(hookId);
    one.unregister();
    expect(one.of(hookId).fencingToken).toBeGreaterThan(fencingToken);
    answer({ status: 200 });
    await passed;
    // it is not taken for one of a worker that died
    one.fixture.time.real += ASSUMED.leaseMs;
    one.enqueue({ action: 'messages' });
    await one.another(createFakeOutbound(() => ({ status: 200 }))).advance(0);
    expect(one.of(hookId)).toMatchObject({
      state: 'failed',
      endError: TAKEN_AWAY,
      attempts: [{ attempt: 0, status: null, error: TAKEN_AWAY }],
    });
    one.fixture.close();
  });

  test('what it ended can be resent all the same, and ends as its attempts do', {
    tags: ['U-31'],
  }, async () => {
    const one = opened(createFakeOutbound(() => ({ status: 410 })));
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    one.unregister();
    const { store } = one.fixture.engine;
    store.transaction(() => scheduleRedelivery(store, hookId, NOW));
    expect(one.of(hookId)).toMatchObject({ state: 'waiting', endError: null });
    await one.advance(0);
    expect(one.of(hookId)).toMatchObject({ state: 'failed', endError: null, attemptsStarted: 1 });
    one.fixture.close();
  });
});

describe('a webhook that is registered with another URL', { tags: ['HOOK-01', 'HOOK-07'] }, () => {
  test('sends what waits there from the next attempt on: numbers, schedule and id continue', async () => {
    const outbound = createFakeOutbound(({ url }) => ({ status: url === NEW_URL ? 200 : 503 }));
    const one = opened(outbound);
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    await one.advance(0);
    one.register(NEW_URL);
    expect(one.of(hookId)).toMatchObject({
      url: NEW_URL,
      address: getHostPort(NEW_URL),
      attemptsCompleted: 1,
      dueAt: NOW + 5 * SECOND_MS,
    });
    expect(lanes(one)).toEqual([{ address: getHostPort(NEW_URL) }]);
    await one.advance(MINUTE_MS);
    expect(bodies(outbound)).toEqual([
      [HOOK_URL, HOOK_URL, '0'],
      [NEW_URL, NEW_URL, '1'],
    ]);
    expect(one.of(hookId).attempts.map(({ at }) => at - NOW)).toEqual([0, 5 * SECOND_MS]);
    expect(one.of(hookId).state).toBe('delivered');
    one.fixture.close();
  });

  test('lets an attempt that is in flight end: the next one goes to the new URL', async () => {
    const { outbound, hangs, answer } = held();
    const one = opened(outbound);
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    const passed = one.advance(MINUTE_MS);
    await hangs();
    one.register(NEW_URL);
    answer({ status: 503 });
    await passed;
    expect(bodies(outbound)).toEqual([
      [HOOK_URL, HOOK_URL, '0'],
      [NEW_URL, NEW_URL, '1'],
    ]);
    expect(one.of(hookId)).toMatchObject({ state: 'delivered', attemptsCompleted: 2 });
    one.fixture.close();
  });

  test('waits for no run that may reach the former address: neither what was held', {
    tags: ['S9', 'U-07'],
  }, async () => {
    const one = opened(createFakeOutbound(() => ({ status: 200 })));
    one.register(REFUSED);
    const hookId = one.enqueue({ url: REFUSED });
    await one.advance(0);
    expect(one.of(hookId).isBlocked).toBe(true);
    one.register(NEW_URL);
    await one.advance(0);
    expect(one.of(hookId)).toMatchObject({ state: 'delivered', isBlocked: false, attemptsStarted: 1 });
    one.fixture.close();
  });

  test('nor what is refused there when it has moved', { tags: ['S9', 'U-07'] }, async () => {
    const { outbound, hangs, answer } = held();
    const one = opened(outbound);
    one.register(HOOK_URL);
    const hookId = one.enqueue();
    // an attempt of an earlier run came through
    one.fixture.database.run(
      `insert into attempts (delivery, attempt, delivery_id, at, by_allowance) values (?, -1, 'one', 0, 1)`,
      one.of(hookId).row,
    );
    const passed = one.advance(MINUTE_MS);
    await hangs();
    one.register(NEW_URL);
    answer({ fault: 'address not allowed' });
    await passed;
    expect(one.of(hookId)).toMatchObject({ state: 'delivered', isBlocked: false });
    one.fixture.close();
  });

  test('does not change what waits for another profile, or for another action', () => {
    const one = opened(createFakeOutbound(() => ({ status: 200 })));
    one.register(HOOK_URL);
    const acme = listUserProfiles(one.fixture.engine.store)[0]?.id ?? 0;
    const others = [one.enqueue({ owner: acme }), one.enqueue({ action: 'messages' })];
    one.register(NEW_URL);
    expect(others.map((hookId) => one.of(hookId).url)).toEqual([HOOK_URL, HOOK_URL]);
    one.fixture.close();
  });
});

describe('by the service itself', { tags: ['HOOK-01'] }, () => {
  test('DELETE /hook/webhook ends what waits, and the history says why', { tags: ['HOOK-20'] }, async () => {
    const { register, enqueue, pass, receiver, listed, ask } = await sandboxes.open(() => 503);
    await register();
    const hookId = await enqueue();
    await pass(0);
    await ask('/hook/webhook', { method: 'DELETE', body: JSON.stringify({ action: 'automations' }) });
    await pass(HOUR_MS);
    expect(receiver.received).toHaveLength(1);
    const failed = { state: 'failed', lastStatus: 503, lastError: TAKEN_AWAY, nextAttempt: null };
    expect(await listed(hookId)).toMatchObject(failed);
    const { body } = await ask('/hook/history');
    expect(body.automations).toMatchObject([{ hookId, delivery: failed }]);
  });

  test('another URL is where the rest goes, signed with the secret of then', {
    tags: ['HOOK-08'],
  }, async () => {
    const { register, enqueue, pass, receiver, ask } = await sandboxes.open(() => 503);
    await register();
    const hookId = await enqueue();
    await pass(0);
    const url = receiver.url.replace('/hook', '/elsewhere');
    await ask('/hook/webhook', {
      method: 'POST',
      body: JSON.stringify({ action: 'automations', url, secret: 'a-secret-of-their-own-0001' }),
    });
    await pass(5 * SECOND_MS);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/elsewhere']);
    expect(receiver.received.map((one) => one.json()['hookId'])).toEqual([hookId, hookId]);
    expect(receiver.received[1]?.json()['url']).toBe(url);
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery-attempt'])).toEqual(['0', '1']);
  });

  test('a plan without webhooks does not end earlier deliveries', { tags: ['U-40'] }, async () => {
    const { register, enqueue, pass, receiver, sandbox } = await sandboxes.open(() => 503);
    await register();
    await enqueue();
    await pass(0);
    await control(sandbox, 'setPlan', { plan: 'premium' });
    await pass(5 * SECOND_MS);
    expect(receiver.received).toHaveLength(2);
  });
});
