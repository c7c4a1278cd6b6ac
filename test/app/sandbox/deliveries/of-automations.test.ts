import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { CrashPoint } from '../../../../src/sandbox/engine/ports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { automationsOf } from '../../../support/automations/ask-automations.ts';
import { ANY_TRIGGER, DM, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { createDeliverySandboxes } from '../../../support/engine/outbound-sandboxes.ts';
import { loopbackOutbound } from '../../../support/history/loopback-outbound.ts';
import { openReceiver } from '../../../support/receiver/receiver.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { askSandbox, NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const sandboxes = createDeliverySandboxes();
afterEach(sandboxes.close);

const TRIGGERED = 'automation.triggered';
const COMPLETED = 'automation.completed';

describe('what comes to the receiver of an automation', () => {
  test('triggered and completed, each with a hookId of its own, both about one row', {
    tags: ['HOOK-07', 'HOOK-15', 'HOOK-26'],
  }, async () => {
    const { automate, register, fire, bodies, receiver } = await sandboxes.open();
    await register('hush');
    const row = await fire(await automate([DM, HOOK, MAIL]));
    // both are due at once, and who comes first is for the network to say
    expect(
      bodies()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual([COMPLETED, TRIGGERED]);
    expect(new Set(bodies().map(({ hookId }) => hookId)).size).toBe(2);
    expect(bodies().map(({ activityId }) => activityId)).toEqual([row.id, row.id]);
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery-attempt'])).toEqual(['0', '0']);
    // what was recorded as sent is what came, in the envelope
    const sent = row.actionResults.find(({ type }) => type === 'fire_webhook')?.sent;
    expect(bodies().find(({ type }) => type === TRIGGERED)).toMatchObject({
      ...(sent?.['payload'] as object),
    });
  });

  test('sent means queued: the endpoint answers 404, and the row stays sent', {
    tags: ['HOOK-19', 'W-10'],
  }, async () => {
    const { automate, register, fire, rows, pass, sandbox } = await sandboxes.open(() => 404);
    await register();
    const id = await automate([HOOK]);
    const row = await fire(id);
    await pass(DAY_MS);
    expect((await control(sandbox, 'listDeliveries')).body.deliveries).toMatchObject([
      { state: 'failed', attempts: 1, lastStatus: 404 },
      { state: 'failed', attempts: 1, lastStatus: 404 },
    ]);
    expect(await rows(id)).toEqual([row]);
    expect(row.status).toBe('sent');
  });

  test('skipped for its own account: only completed, and none for what was paused or deleted', {
    tags: ['U-18', 'HOOK-16'],
  }, async () => {
    const { automate, register, fire, engage, update, remove, pass, bodies } = await sandboxes.open();
    await register();
    const id = await automate([DM, HOOK]);
    await fire(id, { from: { username: 'us' } });
    expect(bodies()).toMatchObject([{ type: COMPLETED, status: 'skipped' }]);
    await engage();
    await update(id, { active: false });
    await pass(MINUTE_MS);
    const other = await automate([HOOK]);
    await engage({ from: { username: 'noor' } });
    await remove(other);
    await pass(MINUTE_MS);
    expect(bodies()).toHaveLength(1);
  });

  test('completed has no action where all were in their window, or past the cap', {
    tags: ['HOOK-18', 'W-11'],
  }, async () => {
    const { automate, register, fire, sandbox, bodies } = await sandboxes.open();
    await register();
    const id = await automate([DM, HOOK]);
    await fire(id, { kind: 'dm' });
    await fire(id, { kind: 'dm' });
    await control(sandbox, 'setDmLimits', { perDay: 0 });
    await fire(id, { kind: 'dm', from: { username: 'noor' } });
    const completed = bodies().filter(({ type }) => type === COMPLETED);
    expect(completed.map(({ status }) => status)).toEqual(['sent', 'deduplicated', 'rate_limited']);
    expect(completed.slice(1).map(({ actionResults }) => actionResults)).toEqual([[], []]);
    expect(bodies()).toHaveLength(completed.length + 1);
  });
});

test('of a dispatch that is retried, triggered has the same activityId and actionId; of one that is force-failed, completed has no action', {
  tags: ['W-12', 'HOOK-18'],
}, async () => {
  const receiver = await openReceiver();
  let faultAt: CrashPoint | null = null;
  let faults = 0;
  const sandbox = await openHeldSandbox({
    file: ':memory:',
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => SLIGHT_SEED,
    ...loopbackOutbound([receiver.address]),
    crashPoint(point) {
      if (point === faultAt && faults-- > 0) throw new Error('a fault of our own');
    },
  });
  const { create } = automationsOf({ ask: (path, sending) => askSandbox(sandbox, path, sending) });
  await control(sandbox, 'setClock', { mode: 'set' });
  const body = JSON.stringify({ action: 'automations', url: receiver.url });
  await askSandbox(sandbox, '/hook/webhook', { method: 'POST', body });
  await create({ triggers: ANY_TRIGGER, actions: [HOOK, DM] });
  const recorded = () => receiver.received.map((one) => one.json());

  [faultAt, faults] = ['after sendDm', 1];
  await control(sandbox, 'engage', { kind: 'dm', text: 'price', from: { username: 'mara' } });
  await control(sandbox, 'advanceClock', { ms: HOUR_MS });
  const first = recorded();
  expect(first.map(({ type }) => type)).toContain(TRIGGERED);
  const claims = first
    .filter(({ type }) => type === TRIGGERED)
    .map((one) => `${one['activityId']} ${one['actionId']}`);
  expect(new Set(claims).size).toBe(1);
  expect(new Set(first.map(({ hookId }) => hookId)).size).toBe(first.length);

  [faultAt, faults] = ['before runDispatch', Infinity];
  await control(sandbox, 'engage', { kind: 'dm', text: 'price', from: { username: 'noor' } });
  await control(sandbox, 'advanceClock', { ms: HOUR_MS });
  expect(recorded().slice(first.length).at(-1)).toMatchObject({ type: COMPLETED, actionResults: [] });
  sandbox.close();
  await receiver.close();
});

test('a look at the history sends nothing again', { tags: ['W-17', 'HOOK-20'] }, async () => {
  const { register, enqueue, pass, ask, receiver } = await sandboxes.open(() => 503);
  await register();
  const hookId = await enqueue();
  await pass(0);
  for (let looks = 0; looks < 3; looks++) {
    const { body } = await ask('/hook/history');
    expect(body.automations).toMatchObject([{ hookId, delivery: { state: 'retrying', attempts: 1 } }]);
  }
  expect(receiver.received).toHaveLength(1);
  await pass(5 * SECOND_MS - 1);
  expect(receiver.received).toHaveLength(1);
  await pass(1);
  expect(receiver.received).toHaveLength(2);
});
