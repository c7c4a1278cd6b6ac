import { afterAll, describe, expect, test } from 'vitest';
import { checkPublicUrl, isAllowed, isPublicAddress } from '../../../../src/domain/addresses/public-url.ts';
import { getHostPort } from '../../../../src/domain/addresses/url-shape.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../../src/outbound/outbound.ts';
import type { AttemptReport, BlockedDelivery } from '../../../../src/sandbox/engine/ports.ts';
import { countDueOutbound, listBlockedAddresses } from '../../../../src/sandbox/store/outbound/attempts.ts';
import { scheduleRedelivery } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import { saveWebhook } from '../../../../src/sandbox/store/outbound/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import {
  allowing,
  createDeliveryEngine,
  type DeliveryEngine,
} from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

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

const registerByAllowance = ({ fixture }: DeliveryEngine, url: string) =>
  saveWebhook(fixture.engine.store, {
    profile: fixture.account.profile,
    action: 'automations',
    url,
    byAllowance: true,
  });

/** Whether a run may send it or not, each attempt and each delivery that is not attempted is reported. */
function reporting(outbound: Outbound) {
  const fixture = fixtures.open();
  const reports: (AttemptReport | BlockedDelivery)[] = [];
  const add = (report: AttemptReport | BlockedDelivery) => void reports.push(report);
  const engine = { ...fixture.engine, onAttempted: add, onBlocked: add };
  return { recorder: createDeliveryEngine({ ...fixture, engine }, outbound), reports };
}

const held = ({ fixture }: DeliveryEngine, allowed: readonly string[] = []) =>
  listBlockedAddresses(fixture.engine.store, allowed);

describe('a run that may not reach an address which another one allowed', { tags: ['U-07', 'S9'] }, () => {
  test('makes no attempt where the spelling shows it already, and reports what it waits for', async () => {
    const { recorder, reports } = reporting(guarded());
    const hookId = recorder.enqueue({ url: HERE });
    await recorder.advance(HOUR_MS);
    const requirement = expect.stringContaining('127.0.0.1:4000');
    expect(reports).toEqual([
      { hookId, action: 'automations', type: 'automation.triggered', at: NOW, requirement },
    ]);
    expect(recorder.of(hookId)).toMatchObject({
      state: 'waiting',
      isBlocked: true,
      attempts: [],
      attemptsCompleted: 0,
      dueAt: NOW,
    });
    expect(held(recorder)).toEqual([{ address: '127.0.0.1:4000', deliveries: 1 }]);
    expect(countDueOutbound(recorder.fixture.engine.store, NOW + HOUR_MS, [])).toMatchObject({
      deliveries: 0,
    });
    recorder.fixture.close();
  });

  test('keeps one that was registered so, where the name does not show it: an attempt, but outside the schedule', async () => {
    const { recorder, reports } = reporting(guarded());
    registerByAllowance(recorder, NAMED);
    const hookId = recorder.enqueue({ url: NAMED });
    await recorder.advance(HOUR_MS);
    const requirement = expect.stringContaining('hooks.example.com:4000');
    const ofAttempt = { attempt: 0, at: NOW, ms: 1, status: null, error: 'address not allowed' };
    expect(reports).toEqual([
      {
        ...{ hookId, action: 'automations', type: 'automation.triggered' },
        ...{ ...ofAttempt, state: 'waiting', nextAt: NOW, requirement },
      },
    ]);
    expect(recorder.of(hookId)).toMatchObject({
      state: 'waiting',
      isBlocked: true,
      attempts: [{ attempt: 0, status: null, error: 'address not allowed' }],
      attemptsCompleted: 0,
    });
    recorder.fixture.close();
  });

  test('keeps one that was reached so before, though it is registered no more', async () => {
    const { recorder, reports } = reporting(guarded([NAMED], () => ({ status: 503 })));
    const hookId = recorder.enqueue({ url: NAMED });
    await recorder.advance(0);
    const nextAt = NOW + 5 * SECOND_MS;
    expect(reports).toMatchObject([{ status: 503, error: 'status 503', nextAt, requirement: null }]);
    expect(recorder.of(hookId).attempts).toMatchObject([{ byAllowance: true, error: 'status 503' }]);
    const other = recorder.another(guarded());
    await other.advance(MINUTE_MS);
    expect(other.of(hookId)).toMatchObject({ state: 'waiting', attemptsCompleted: 1, attemptsStarted: 2 });
    for (const { fixture } of [other, recorder]) fixture.close();
  });

  test('retries one whose public name resolves to a private address, on the schedule of other failures', async () => {
    const recorder = createDeliveryEngine(fixtures.open(), guarded());
    const hookId = recorder.enqueue({ url: NAMED });
    await recorder.advance(5 * SECOND_MS - 1);
    expect(recorder.of(hookId)).toMatchObject({ state: 'waiting', isBlocked: false, attemptsCompleted: 1 });
    await recorder.advance(DAY_MS);
    const { attempts, ...delivery } = recorder.of(hookId);
    expect(delivery).toMatchObject({ state: 'failed', isBlocked: false, attemptsCompleted: 13 });
    expect(new Set(attempts.map(({ error }) => error))).toEqual(new Set(['address not allowed']));
    recorder.fixture.close();
  });

  test('delivers it at the next attempt, when the name resolves to a public address again', async () => {
    let found = '10.0.0.1';
    const receiver = createFakeOutbound(() =>
      isPublicAddress(found) ? { status: 200 } : { fault: 'address not allowed' },
    );
    const recorder = createDeliveryEngine(fixtures.open(), receiver);
    const hookId = recorder.enqueue({ url: NAMED });
    await recorder.advance(0);
    expect(recorder.of(hookId)).toMatchObject({ state: 'waiting', attemptsCompleted: 1 });
    found = '93.184.216.34';
    await recorder.advance(5 * SECOND_MS);
    expect(recorder.of(hookId)).toMatchObject({ state: 'delivered', attemptsCompleted: 2 });
    recorder.fixture.close();
  });

  test('lets nothing else wait with it', async () => {
    const outbound = guarded();
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    recorder.enqueueMany(100, { url: HERE });
    const hookId = recorder.enqueue();
    await recorder.advance(0);
    expect(recorder.of(hookId).state).toBe('delivered');
    expect([outbound.asked.length, recorder.fixture.faults]).toEqual([1, []]);
    recorder.fixture.close();
  });
});

describe('a run that may', { tags: ['U-07', 'S9'] }, () => {
  test('takes up what waited for it, with the number that comes next and by the whole schedule', async () => {
    const without = createDeliveryEngine(fixtures.open(), guarded());
    registerByAllowance(without, NAMED);
    const [spelled, named] = [without.enqueue({ url: HERE }), without.enqueue({ url: NAMED })];
    await without.advance(HOUR_MS);
    let isUp = false;
    const outbound = guarded([HERE, NAMED], () => ({ status: isUp ? 200 : 503 }));
    const recorder = without.another(outbound);
    expect(held(recorder, outbound.allowed)).toEqual([]);
    await recorder.advance(0);
    isUp = true;
    await recorder.advance(5 * SECOND_MS);
    expect(recorder.of(spelled)).toMatchObject({
      state: 'delivered',
      isBlocked: false,
      attemptsCompleted: 2,
      attemptsStarted: 2,
    });
    expect(recorder.of(named)).toMatchObject({
      state: 'delivered',
      isBlocked: false,
      attemptsCompleted: 2,
      attemptsStarted: 3,
    });
    expect(recorder.of(named).attempts).toMatchObject([
      { error: 'address not allowed', byAllowance: false },
      { error: 'status 503', byAllowance: true },
      { error: null, byAllowance: true },
    ]);
    for (const { fixture } of [without, recorder]) fixture.close();
  });

  test('delivers all that waits for it beside one that may not, and neither goes round in circles', async () => {
    const without = createDeliveryEngine(fixtures.open(), guarded());
    const outbound = guarded([HERE]);
    const recorder = without.another(outbound);
    const hookIds = without.enqueueMany(50, { url: HERE });
    await Promise.all([without.advance(MINUTE_MS), recorder.advance(MINUTE_MS)]);
    expect(hookIds.map((hookId) => recorder.of(hookId).state)).toEqual(hookIds.map(() => 'delivered'));
    expect(outbound.asked).toHaveLength(50);
    for (const { fixture } of [without, recorder]) fixture.close();
  });

  test('redelivered manually, it continues to wait where it may not be reached, and is sent where it may', async () => {
    const without = createDeliveryEngine(fixtures.open(), guarded());
    const hookId = without.enqueue({ url: HERE });
    await without.advance(0);
    const { store } = without.fixture.engine;
    store.transaction(() => scheduleRedelivery(store, hookId, NOW));
    expect(without.of(hookId).isBlocked).toBe(false);
    await without.advance(0);
    expect(without.of(hookId)).toMatchObject({ isBlocked: true, attempts: [] });
    const recorder = without.another(guarded([HERE]));
    await recorder.advance(0);
    expect(recorder.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 1 });
    for (const { fixture } of [without, recorder]) fixture.close();
  });

  test('and still meets a refusal of a literal address gives that up: no attempt could end otherwise', async () => {
    const refusing = allowing(
      createFakeOutbound(() => ({ fault: 'address not allowed' })),
      HERE,
    );
    const recorder = createDeliveryEngine(fixtures.open(), refusing);
    const hookId = recorder.enqueue({ url: HERE });
    await recorder.advance(0);
    expect(recorder.of(hookId)).toMatchObject({ state: 'failed', attemptsCompleted: 1 });
    recorder.fixture.close();
  });

  test('but meets a refusal of a name, such as a link-local answer, goes by the schedule: an advance ends', async () => {
    const refusing = createFakeOutbound(() => ({ fault: 'address not allowed' }));
    const recorder = createDeliveryEngine(fixtures.open(), allowing(refusing, NAMED));
    registerByAllowance(recorder, NAMED);
    const hookId = recorder.enqueue({ url: NAMED });
    await recorder.advance(DAY_MS);
    expect(recorder.of(hookId)).toMatchObject({
      state: 'failed',
      isBlocked: false,
      attemptsStarted: 13,
      attemptsCompleted: 13,
    });
    recorder.fixture.close();
  });
});
