import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import { bringDeliveriesForward } from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { createCallbackEngines } from '../../../support/engine/callback-engine.ts';
import { createDeliveryEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { createDeliverySandboxes, type DeliverySandbox } from '../../../support/engine/outbound-sandboxes.ts';
import { eventually } from '../../../support/eventually.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
const asking = createCallbackEngines();
const sandboxes = createDeliverySandboxes();
afterEach(async () => {
  vi.useRealTimers();
  asking.close();
  await sandboxes.close();
});
afterAll(() => {
  fixtures.remove();
  asking.remove();
});

/** A fake outbound client that does not answer until it is given an answer. */
function hanging() {
  const ends: ((answer: Partial<OutboundAnswer>) => void)[] = [];
  const outbound = createFakeOutbound(() => new Promise((resolve) => ends.push(resolve)));
  return { outbound, answer: (answer: Partial<OutboundAnswer>) => ends.shift()?.(answer) };
}

/** Renewals of leases and the patience of who waits go by these; who looks again does so by real ones. */
const movedClocks = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

/** So long in the machine's time, in which leases are renewed. */
async function lets(time: { real: number }, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    time.real += SECOND_MS;
    vi.advanceTimersByTime(SECOND_MS);
  }
  await looks();
}

/** Until every waiting process has looked again. */
const looks = () => pause(60);

const isOver = async (passed: Promise<unknown>) =>
  (await Promise.race([passed.then(() => 'over'), looks().then(() => 'not yet')])) === 'over';

const begun = ({ outbound }: ReturnType<typeof hanging>, count: number) =>
  eventually(() => expect(outbound.asked).toHaveLength(count));

describe('who advances waits for what another process works on', () => {
  test('a delivery: its schedule continues from when it failed, however long the receiver took', {
    tags: ['U-03', 'HOOK-05'],
  }, async () => {
    movedClocks();
    const slow = hanging();
    const first = createDeliveryEngine(fixtures.open(), slow.outbound);
    const hookId = first.enqueue();
    const [jobs] = (await first.engine.outboundQueues()).filter(({ name }) => name === 'deliveries');
    jobs?.start();
    await begun(slow, 1);
    const second = first.another(createFakeOutbound(() => ({ status: 200 })));
    const passed = second.advance(HOUR_MS);
    await lets(first.fixture.time, LIMITS.webhookAnswerMs / SECOND_MS);
    expect(await isOver(passed)).toBe(false);
    expect(first.fixture.time.now).toBe(NOW);
    slow.answer({ status: 503 });
    await passed;
    expect(first.of(hookId)).toMatchObject({
      state: 'delivered',
      attempts: [{ at: NOW }, { at: NOW + 5 * SECOND_MS }],
    });
    expect(first.fixture.time.now).toBe(NOW + HOUR_MS);
    for (const { fixture } of [second, first]) fixture.close();
  });

  test('a callback: its text is sent before the clock continues', { tags: ['CBK-02'] }, async () => {
    movedClocks();
    const slow = hanging();
    const fixture = asking.openWaiting();
    const { engine } = fixture.asking(slow.outbound);
    const [callbacks] = (await engine.outboundQueues()).filter(({ name }) => name === 'callbacks');
    callbacks?.start();
    await begun(slow, 1);
    const startedAt = fixture.time.now;
    const passed = fixture
      .another()
      .asking(createFakeOutbound(() => withText('somebody else')))
      .advance(HOUR_MS);
    await lets(fixture.time, 9);
    expect(await isOver(passed)).toBe(false);
    expect(fixture.time.now).toBe(startedAt);
    slow.answer(withText('from the one who asked'));
    await passed;
    expect(fixture.dms()).toEqual(['from the one who asked']);
  });
});

describe('a clock that is set while an advance waits', () => {
  type Order = (recorded: DeliverySandbox) => Promise<unknown>;
  test.each<[string, Order]>([
    ['reset', ({ sandbox }) => control(sandbox, 'reset')],
    ['clock real', ({ sandbox }) => control(sandbox, 'setClock', { mode: 'real' })],
    [
      'clock set',
      ({ sandbox }) => control(sandbox, 'setClock', { mode: 'set', now: '2026-12-24T18:00:00Z' }),
    ],
    [
      'reset, and set again',
      async ({ sandbox }) => {
        await control(sandbox, 'reset');
        await control(sandbox, 'setClock', { mode: 'set' });
      },
    ],
  ])('%s: the advance ends, and the clock stays as it was set', { tags: ['U-31'] }, async (_what, order) => {
    const recorded = await sandboxes.open(() => 'hang');
    await recorded.register();
    await recorded.enqueue();
    const passed = control(recorded.sandbox, 'advanceClock', { ms: 16 * HOUR_MS });
    await recorded.receiver.hasReceived(1);
    await order(recorded);
    const { body: set } = await control(recorded.sandbox, 'getClock');
    recorded.receiver.letGo();
    const { http, body } = await passed;
    expect([http, body.mode, body.now]).toEqual([200, set.mode, set.now]);
    expect((await control(recorded.sandbox, 'getClock')).body).toEqual(set);
  });
});

describe('a clock that is set back', { tags: ['U-03'] }, () => {
  test('what waits is due no later than its own wait from then on', async () => {
    const recorded = await sandboxes.open(() => 503);
    await recorded.register();
    await control(recorded.sandbox, 'setClock', { mode: 'set' });
    await recorded.pass(20 * HOUR_MS);
    const hookId = await recorded.enqueue();
    await recorded.pass(MINUTE_MS); // three attempts: the next one is 45 s after the third
    expect(await recorded.listed(hookId)).toMatchObject({ attempts: 3 });
    const later = await recorded.enqueue();
    await control(recorded.sandbox, 'setClock', { mode: 'set', now: new Date(NOW).toISOString() });
    const dueIn = async (id: string) => Date.parse((await recorded.listed(id)).nextAttempt ?? '') - NOW;
    expect(await dueIn(hookId)).toBe(45 * SECOND_MS);
    expect(await dueIn(later)).toBeLessThanOrEqual(0);
    await recorded.pass(45 * SECOND_MS - 1);
    expect(await recorded.listed(hookId)).toMatchObject({ attempts: 3 });
    await recorded.pass(1);
    expect(await recorded.listed(hookId)).toMatchObject({ attempts: 4 });
  });

  test('one that is in flight uses the new time', async () => {
    const slow = hanging();
    const recorder = createDeliveryEngine(fixtures.open(), slow.outbound);
    const hookId = recorder.enqueue();
    const [jobs] = (await recorder.engine.outboundQueues()).filter(({ name }) => name === 'deliveries');
    jobs?.start();
    await begun(slow, 1);
    const { store } = recorder.fixture.engine;
    recorder.fixture.time.now -= HOUR_MS;
    store.transaction(() => bringDeliveriesForward(store, NOW - HOUR_MS, [MINUTE_MS]));
    expect(recorder.of(hookId).dueAt).toBe(NOW - HOUR_MS);
    slow.answer({ fault: 'interrupted' });
    await jobs?.waitForChange();
    expect(recorder.of(hookId).dueAt).toBe(NOW - HOUR_MS);
    recorder.fixture.close();
  });
});
