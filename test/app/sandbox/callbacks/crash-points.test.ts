import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CALLBACK_REASONS } from '../../../../src/domain/callbacks/message-callback.ts';
import { findEarliest } from '../../../../src/sandbox/clock.ts';
import type { Engine } from '../../../../src/sandbox/engine/engine.ts';
import {
  CALLBACK_CRASH_POINTS,
  CRASH_POINTS,
  type CrashPoint,
} from '../../../../src/sandbox/engine/ports.ts';
import {
  getNextDispatchDue,
  summarizeOpenDispatches,
} from '../../../../src/sandbox/store/automations/dispatches.ts';
import { hasCallbackLease, listCallbacks } from '../../../../src/sandbox/store/outbound/callbacks.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import {
  CALLED,
  type CallbackEngine,
  createCallbackEngines,
} from '../../../support/engine/callback-engine.ts';
import { runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { crashAt, SimulatedCrash } from '../../../support/engine/simulated-crash.ts';
import { listEmails } from '../../../support/engine/stored-rows.ts';
import { loopbackOutbound } from '../../../support/history/loopback-outbound.ts';
import { openReceiver } from '../../../support/receiver/receiver.ts';

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

const INTERRUPTED = `callback not used: ${CALLBACK_REASONS.interrupted}`;

/** Runs and asks what is due, as long as the process lives. */
async function runWhileAlive(engine: Engine, fixture: CallbackEngine, hasDied: () => boolean): Promise<void> {
  const [callbacks] = await engine.outboundQueues();
  if (callbacks === undefined) throw new Error('nothing may leave');
  const nextDue = () => findEarliest([getNextDispatchDue(engine.store), callbacks.nextDue()]);
  for (let next = nextDue(); next !== null && !hasDied(); next = nextDue()) {
    fixture.time.now = Math.max(fixture.time.now, next);
    runNextDispatch(engine);
    callbacks.start();
    await callbacks.waitForChange();
  }
}

/** A process that dies at a point, and one that comes after it. @returns what there is then, and how often was asked */
async function dieAndRecover(point: CrashPoint, actions: readonly Action[]) {
  const first = fixtures.open(actions);
  const outbound = createFakeOutbound(() => withText('hello'));
  const death = crashAt(point);
  const { engine } = first.asking(outbound, death.hook);
  if (actions.includes(HOOK)) first.listen();
  first.engage();
  first.time.now += MINUTE_MS;
  await runWhileAlive(engine, first, death.hasDied).catch((error: unknown) => {
    if (!(error instanceof SimulatedCrash)) throw error;
  });
  expect(death.hasDied()).toBe(true);
  const fixture = first.afterDeath();
  await runWhileAlive(fixture.asking(outbound).engine, fixture, () => false);
  return { fixture, asked: outbound.asked };
}

const ORDERS: readonly (readonly Action[])[] = [
  [CALLED],
  [CALLED, HOOK, MAIL],
  [MAIL, HOOK, CALLED],
  [MAIL, CALLED, HOOK, { ...CALLED, message: 'And this.' }],
];

/** Each order comes at several points: at two of each of them. */
const inTurn = (points: readonly CrashPoint[]) =>
  points.flatMap((point, place) =>
    [ORDERS[place % ORDERS.length] ?? [CALLED], ORDERS[(place + 2) % ORDERS.length] ?? [CALLED]].map(
      (actions: readonly Action[]) => ({ point, actions, does: actions.map(({ type }) => type).join(', ') }),
    ),
  );

/** It is unknown whether the first one was sent, and it was not, or it was. */
const NOT_ASKED: readonly CrashPoint[] = ['after claimCallbacks', 'before postCallback'];
const ASKED: readonly CrashPoint[] = ['after postCallback', 'before recordCallbacks'];

test.each(inTurn(CALLBACK_CRASH_POINTS))(
  'a process that dies $point asks once at most, and sends the DM once: $does',
  { tags: ['T2', 'K-06'] },
  async ({ point, actions }) => {
    const { fixture, asked } = await dieAndRecover(point, actions);
    const dms = fixture.actions().filter(({ type }) => type === 'send_dm');
    const isUnknown = [...NOT_ASKED, ...ASKED].includes(point);
    expect(dms[0]).toMatchObject({
      status: 'sent',
      messageSource: isUnknown ? 'fallback' : 'callback',
      errorDetails: isUnknown ? INTERRUPTED : null,
    });
    expect(asked).toHaveLength(dms.length - (NOT_ASKED.includes(point) ? 1 : 0));
    expect(fixture.dms()).toHaveLength(dms.length);
    expect(fixture.actions().every(({ status }) => status === 'sent')).toBe(true);
    expect(listEmails(fixture.engine.store)).toHaveLength(actions.includes(MAIL) ? 1 : 0);
    expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  },
);

test.each(inTurn(CRASH_POINTS.filter((point) => !point.endsWith('ingest'))))(
  'a process that dies $point, on the way of a DM that asks, asks and sends each once: $does',
  { tags: ['T2', 'K-06'] },
  async ({ point, actions }) => {
    const { fixture, asked } = await dieAndRecover(point, actions);
    const dms = fixture.actions().filter(({ type }) => type === 'send_dm');
    expect(asked).toHaveLength(dms.length);
    expect(dms.map(({ messageSource }) => messageSource)).toEqual(dms.map(() => 'callback'));
    expect(dms.map(({ status }) => status)).toEqual(dms.map(() => 'sent'));
    expect(fixture.dms()).toHaveLength(dms.length);
    expect(fixture.rows()[0]?.completedAt).not.toBeNull();
  },
);

describe('a caller that is gone', { tags: ['K-06'] }, () => {
  test('for a while, and comes back: its response is too late', async () => {
    const fixture = fixtures.openWaiting();
    let end = (_text: string) => {};
    const slow = createFakeOutbound(
      () =>
        new Promise((resolve) => {
          end = (text) => resolve(withText(text));
        }),
    );
    const [callbacks] = await fixture.asking(slow).engine.outboundQueues();
    callbacks?.start();
    fixture.time.real += MINUTE_MS;
    const other = fixture.another();
    const outbound = createFakeOutbound(() => withText('nobody is to be asked'));
    await other.asking(outbound).advance(0);
    expect(other.actions()).toMatchObject([{ messageSource: 'fallback', errorDetails: INTERRUPTED }]);
    end('too late');
    await callbacks?.waitForChange();
    expect([fixture.dms(), outbound.asked]).toEqual([[CALLED.message], []]);
    const [{ id = '' } = {}] = fixture.rows();
    expect(listCallbacks(fixture.engine.store, [id])).toMatchObject([
      { state: 'answered', at: expect.any(Number), error: CALLBACK_REASONS.interrupted, status: null },
    ]);
    expect(summarizeOpenDispatches(fixture.engine.store).count).toBe(0);
  });

  test('keeps what it asks as long as it lives, however long that takes', async () => {
    const fixture = fixtures.openWaiting();
    let end = () => {};
    const slow = createFakeOutbound(
      () =>
        new Promise((resolve) => {
          end = () => resolve(withText('hello'));
        }),
    );
    const { engine } = fixture.asking(slow);
    const [callbacks] = await engine.outboundQueues();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // of the renewals
    onTestFinished(() => void vi.useRealTimers());
    callbacks?.start();
    const other = fixture.another();
    const [others] = await other.asking(createFakeOutbound(() => withText('other'))).engine.outboundQueues();
    const asked = { dispatch: 1, position: 0, fencingToken: 1 };
    for (let seconds = 0; seconds < 60; seconds++) {
      fixture.time.real += SECOND_MS;
      vi.advanceTimersByTime(SECOND_MS);
    }
    others?.start();
    expect(hasCallbackLease(fixture.engine.store, asked)).toBe(true);
    end();
    await callbacks?.waitForChange();
    runNextDispatch(engine);
    expect(fixture.dms()).toEqual(['hello']);
  });

  test('since it was stopped: it is not sent again, and the next caller continues at once', async () => {
    const receiver = await openReceiver(() => 'hang');
    const fixture = fixtures.openWaiting([{ ...CALLED, messageUrl: receiver.url, timeoutMs: 5_000 }]);
    const out = await loopbackOutbound([receiver.address]).openOutbound?.();
    if (out === undefined) throw new Error('nothing may leave');
    const running = await fixture.asking(out).engine.keepRunning();
    await receiver.hasReceived(1);
    await running.stop();
    const { ended } = await fixture.another().asking(out).advance(0);
    expect(ended).toHaveLength(1);
    expect(fixture.actions()).toMatchObject([{ status: 'sent', errorDetails: INTERRUPTED }]);
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  test('an interrupted one has no effect on the breaker of its receiver', { tags: ['U-36'] }, async () => {
    const fixture = fixtures.open();
    for (let person = 0; person < 8; person++) fixture.engage(`person-${person}`);
    await fixture.asking(createFakeOutbound(() => ({ fault: 'interrupted' }))).advance(MINUTE_MS);
    expect(fixture.reasons()).toEqual([INTERRUPTED]);
  });
});
