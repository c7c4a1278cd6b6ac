import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import { openListener } from '../../../src/process/listener.ts';
import { registerForRun, type ServiceWebhooks } from '../../../src/receiver/run/register-for-run.ts';
import { runForwarder } from '../../../src/receiver/run/run-forwarder.ts';
import { runReceiver } from '../../../src/receiver/run/run-receiver.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { stoppedClock } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { openReceiver } from '../../support/receiver/receiver.ts';
import { createReceiverWorld } from '../../support/receiver/receiver-world.ts';
import { postJson } from '../../support/receiver/served-callbacks.ts';
import { BODY_TEXT, SECRET, SIGNED_AT, signedDelivery } from '../../support/receiver/signed-delivery.ts';

/** A receiver without a command line: its world, its options, and what it logs. */
function createReceiverRun() {
  const clock = stoppedClock(SIGNED_AT * 1_000);
  const logged: string[] = [];
  const world = createReceiverWorld({
    clock,
    listen: openListener,
    outbound: async (allowance) => openOutbound({ allowance, clock }),
    log: async ({ event }) => void logged.push(event),
  });
  const options = {
    ...{ port: 0, allowHost: [], path: '/in', noForward: false, toleranceMs: DAY_MS, keepMs: DAY_MS },
    ...{ concurrency: 4, rate: null, deadlineMs: 1_000, most: Number.POSITIVE_INFINITY },
    store: { location: join(quickFolder('run-receiver-'), 'inbox.db') },
    getSecrets: () => [SECRET],
    getAdminToken: () => null,
  };
  return { world, options, logged };
}

test('deliveries are stored by one process and forwarded by another, without a command line', async () => {
  const target = await openReceiver();
  const { world, options, logged } = createReceiverRun();
  const targets = [{ name: target.url, program: null, label: 'own', wants: () => true }];
  const receiver = await runReceiver({ ...options, targets, noForward: true }, world);
  const { headers } = signedDelivery();
  expect((await postJson(receiver.url, BODY_TEXT, { ...headers })).status).toBe(200);
  expect((await postJson(receiver.url, '{}', { ...headers })).status).toBe(401);
  await eventually(() => expect(receiver.counts).toMatchObject({ new: 1, refused: 1 }));
  const forwarder = await runForwarder({ ...options, targets, onReport: () => {} }, world);
  await forwarder.untilIdle();
  await forwarder.stop();
  await receiver.stop();
  expect(target.received.map(({ body }) => Buffer.from(body).toString())).toEqual([BODY_TEXT]);
  expect(logged).toEqual(['delivery.received', 'delivery.refused', 'delivery.forwarded']);
  await target.close();
});

test.each([
  ['what was replaced', 'https://old.example/', false, [['restored', 'https://old.example/']]],
  ['what the service does not restore', null, true, [['failed', null]]],
] as const)('at the end of a run, %s is registered again', async (_what, former, isRefused, expected) => {
  const { world, options } = createReceiverRun();
  const receiver = await runReceiver({ ...options, targets: [] }, world);
  const registered = new Map(former === null ? [] : [['messages', former as string]]);
  const webhooks: ServiceWebhooks = {
    list: async () => new Map(registered),
    register: async (action, url) => void registered.set(action, url),
    async unregister(action) {
      if (isRefused) throw new Error('refused');
      registered.delete(action);
    },
  };
  const own = { actions: ['messages'], url: 'https://new.example/in' };
  const { takeBack } = await registerForRun(receiver, own, { webhooks, closing: webhooks }, world);
  expect(registered.get('messages')).toBe('https://new.example/in');
  const ended = await takeBack();
  expect(ended.map((each) => [each.result, each.former])).toEqual(expected);
  expect(registered.get('messages') ?? null).toBe(isRefused ? 'https://new.example/in' : former);
  await receiver.stop();
});

test.each([
  ['a list', '[]'],
  ['a webhook without an address', '{"messages":{"former":null,"by":[]}}'],
  ['a process that is no id', '{"messages":{"url":"https://a.example/","former":null,"by":[7]}}'],
])('a damaged note of registrations (%s) is an error, and nothing is registered', async (_what, mark) => {
  const { world, options } = createReceiverRun();
  const receiver = await runReceiver({ ...options, targets: [] }, world);
  await receiver.inbox.writeMark('registered', mark);
  const registered: string[] = [];
  const webhooks: ServiceWebhooks = {
    list: async () => new Map(),
    register: async (action) => void registered.push(action),
    unregister: async () => {},
  };
  const own = { actions: ['messages'], url: 'https://new.example/in' };
  await expect(registerForRun(receiver, own, { webhooks, closing: webhooks }, world)).rejects.toThrow(
    'damaged',
  );
  expect(registered).toEqual([]);
  await receiver.stop();
});
