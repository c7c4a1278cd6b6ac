import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import { openListener } from '../../../src/process/listener.ts';
import { listClaims } from '../../../src/receiver/delivery-facts.ts';
import type { ForwardOutcome } from '../../../src/receiver/forwarding.ts';
import type { ForwardJob, Inbox } from '../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import type { HistorySource } from '../../../src/receiver/run/catch-up.ts';
import { createForwarders } from '../../../src/receiver/run/forwarders.ts';
import type { ReceivedResult } from '../../../src/receiver/run/received-reports.ts';
import { createReceiverLog } from '../../../src/receiver/run/receiver-log.ts';
import { registerForRun, type ServiceWebhooks } from '../../../src/receiver/run/register-for-run.ts';
import { runForwarder } from '../../../src/receiver/run/run-forwarder.ts';
import { runReceiver } from '../../../src/receiver/run/run-receiver.ts';
import type { ReceiverListenOptions } from '../../../src/receiver/run/world.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { stoppedClock } from '../../support/clock.ts';
import { createFakeOutbound } from '../../support/engine/fake-outbound.ts';
import { eventually } from '../../support/eventually.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';
import { openReceiver } from '../../support/receiver/receiver.ts';
import { createFakeTelemetry, createReceiverWorld } from '../../support/receiver/receiver-world.ts';
import { postJson } from '../../support/receiver/served-callbacks.ts';
import { BODY_TEXT, SECRET, SIGNED_AT, signedDelivery } from '../../support/receiver/signed-delivery.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A receiver without a command line: its world, its options, what it logs, and its spans. */
function createReceiverRun() {
  const clock = stoppedClock(SIGNED_AT * 1_000);
  const logged: string[] = [];
  const { spans, telemetry } = createFakeTelemetry();
  const stopped: string[] = [];
  const world = createReceiverWorld({
    clock,
    listen: openListener,
    outbound: async (allowance) => openOutbound({ allowance, clock }),
    log: async ({ event }) => void logged.push(event),
    openTelemetry: async () => ({ ...telemetry, stop: async () => void stopped.push('telemetry') }),
  });
  const options = {
    ...{ port: 0, allowHost: [], path: '/in', noForward: false, toleranceMs: DAY_MS, keepMs: DAY_MS },
    ...{ concurrency: 4, rate: null, deadlineMs: 1_000, most: Number.POSITIVE_INFINITY },
    store: { location: join(quickFolder('run-receiver-'), 'inbox.db') },
    getSecrets: () => [SECRET],
    getAdminToken: () => null,
  };
  return { clock, world, options, logged, spans, stopped };
}

test('deliveries are stored by one process and forwarded by another, without a command line', async () => {
  const target = await openReceiver();
  const { clock, world, options, logged, spans, stopped } = createReceiverRun();
  const url = { name: target.url, program: null, label: 'own', wants: () => true };
  const program = { ...url, name: './handle --token t', program: ['./handle'], label: 'bot' };
  const planned = { ...options, path: null, targets: [url, program], noForward: true };
  await expect(runReceiver({ ...planned, targets: [url, url] }, world)).rejects.toThrow('twice');
  const receiver = await runReceiver(planned, world);
  const { path } = receiver;
  expect([path, receiver.url]).toEqual([
    expect.stringMatching(/^\/[0-9a-f]{32}$/),
    expect.stringContaining(path),
  ]);
  expect(await receiver.inbox.readMark('path')).toBe(path);
  const forwarding = { ...options, onReport: () => {} };
  const refuseNone = (advice: string) =>
    expect(runForwarder({ ...forwarding, targets: [] }, world)).rejects.toMatchObject({
      message: 'which targets to forward to?',
      facts: { advice: expect.stringContaining(advice) },
    });
  await refuseNone('give them as the listeners do');
  const { headers } = signedDelivery();
  expect((await postJson(receiver.url, BODY_TEXT, { ...headers })).status).toBe(200);
  expect((await postJson(receiver.url, '{}', { ...headers })).status).toBe(401);
  await eventually(() => expect(receiver.counts).toMatchObject({ new: 1, refused: 1 }));
  await refuseNone(`deliveries wait for the program of another run and ${target.url}`);
  const forwarder = await runForwarder({ ...forwarding, targets: [url] }, world);
  await forwarder.untilIdle();
  const processes = await receiver.inbox.listProcesses(clock.now());
  expect(Object.fromEntries(processes.map(({ role, targets }) => [role, targets]))).toEqual({
    listener: [url.name, program.name],
    forwarder: [url.name],
  });
  await forwarder.stop();
  await receiver.stop();
  const later = await runReceiver({ ...planned, targets: [program], noForward: false }, world);
  expect(later.path).toBe(path);
  await later.untilIdle();
  await later.stop();
  expect(stopped).toEqual(['telemetry', 'telemetry', 'telemetry']);
  expect(target.received.map(({ body }) => Buffer.from(body).toString())).toEqual([BODY_TEXT]);
  const forwarded = Array.from({ length: 2 }, () => 'delivery.forwarded');
  expect(logged).toEqual(['delivery.received', 'delivery.refused', ...forwarded]);
  expect(spans.map(({ name, attributes }) => [name, attributes['crier.target']])).toEqual([
    ['receive a delivery', undefined],
    ['refuse a request', undefined],
    ['forward a delivery', 'own'],
    ['forward a delivery', 'bot'],
  ]);
  const inbox = openSqliteInbox(options.store.location);
  expect(await inbox.listRefusals()).toMatchObject([{ reason: 'mismatch', count: 1 }]);
  await inbox.close();
  await target.close();
});

/** The same, whose servers are asked without a network: their options in the order in which they were opened. */
function createQuietRun() {
  const run = createReceiverRun();
  const opened: ReceiverListenOptions[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const world = createReceiverWorld({
    ...run.world,
    openTelemetry: async () => null,
    outbound: async () => createFakeOutbound(() => ({ status: 204 })),
    async listen(options) {
      opened.push(options);
      // every sender has gone when it is to end
      return { port: 1, closed, close: async () => close(), finish: async () => {} };
    },
  });
  const post = async (text: string, arrival = Promise.resolve()) => {
    const readBody = async () => arrival.then(() => Buffer.from(text));
    const answer = await opened.at(-1)?.answer({ method: 'POST', target: '/in', headers: {}, readBody });
    answer?.ended?.();
    return answer?.status;
  };
  const readHealth = async () => {
    const request = { method: 'GET', target: '/healthz', headers: { host: '127.0.0.1:1' } };
    const answer = await opened[0]?.answer({ ...request, readBody: async () => null });
    return new TextDecoder().decode(answer?.body);
  };
  return {
    ...{ ...run, world, opened, post, readHealth },
    options: { ...run.options, getSecrets: () => [], targets: [], adminPort: 0 },
  };
}

const bodyOf = (hookId: string) => JSON.stringify({ action: 'comments', hookId });

test('the end of a run stores what is being received, though its senders have gone', async () => {
  const { world, options, opened, logged, post, readHealth } = createQuietRun();
  const receiver = await runReceiver({ ...options, adminPort: undefined }, world);
  opened[0]?.onDrop?.();
  expect(logged).toEqual(['connections.refused']);
  await receiver.stop();
  opened.length = 0;
  const { inbox, ...later } = await runReceiver({ ...options, most: 2 }, world);
  const { countRefusals } = inbox;
  const waitLong = async (turns = 20) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  };
  inbox.countRefusals = async (reasons, at) => {
    await waitLong();
    return countRefusals(reasons, at);
  };
  expect(await readHealth()).toBe('ok\n');
  expect([await post('[]'), await post('[]')]).toEqual([400, 400]);
  await later.listener.closed;
  expect(await readHealth()).toBe('the receiver is stopping\n');
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  const posting = post(bodyOf('a'), arrival);
  const stopping = later.stop();
  await waitLong(200); // more than all other parts of the end take
  arrive();
  expect(await post('[]')).toBe(400);
  await stopping;
  expect(await posting).toBe(200);
  const after = openSqliteInbox(options.store.location);
  expect((await after.list({}, 9)).map(({ hookId }) => hookId)).toEqual(['a']);
  expect(await after.listRefusals()).toMatchObject([{ reason: 'not JSON', count: 3 }]);
  await after.close();
});

test('results that came faster than they are read are found in a store that does not answer at once', async () => {
  const { clock, world, options, logged, post } = createQuietRun();
  const { inbox, ...receiver } = await runReceiver({ ...options, most: 2 }, world);
  await post(JSON.stringify({ hookId: 'long', text: 'x'.repeat(4 * 1024 * 1024) }));
  await post(bodyOf('short'));
  const { find } = inbox;
  inbox.find = () => {
    inbox.find = find;
    return Promise.reject(new CrierError('unavailable', 'no answer'));
  };
  const results: ReceivedResult[] = [];
  const reading = (async () => {
    for await (const batch of receiver.reports.batches(receiver.listener)) results.push(...batch);
  })();
  await eventually(() => expect(logged).toContain('store.failing'));
  clock.advance(1_000);
  await reading;
  expect(results).toMatchObject([
    { kind: 'taken', arrived: { facts: { hookId: 'long' } } },
    { kind: 'stored', delivery: { hookId: 'short' } },
  ]);
  await receiver.stop();
});

test('a forwarder says that it is stopping while it finishes an attempt', async () => {
  const { world, options, opened, readHealth } = createQuietRun();
  const target = { name: './handle', program: ['./handle'], label: 'own', wants: () => true };
  const receiver = await runReceiver({ ...options, targets: [target], noForward: true }, world);
  await receiver.inbox.takeIn([arrived({ hookId: 'a' }, ['./handle'])]);
  await receiver.stop();
  opened.length = 0;
  const { promise: exitCode, resolve: exit } = Promise.withResolvers<number>();
  const forwarding = { ...options, targets: [target], onReport: () => {} };
  const forwarder = await runForwarder(forwarding, { ...world, runWithInput: () => exitCode });
  await eventually(() => expect(forwarder.countInFlight()).toBe(1));
  expect(await readHealth()).toBe('ok\n');
  const stopping = forwarder.stop();
  expect(await readHealth()).toBe('the forwarder is stopping\n');
  exit(0);
  await stopping;
  expect(forwarder.counts).toEqual({ forwarded: 1, failed: 0, dead: 0 });
});

test('what is old is removed until the end; only a later run reads the history', async () => {
  const { clock, world, options, logged, post } = createQuietRun();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return [];
  };
  const history: HistorySource = { read, isFollowed: false, isOnce: true };
  const first = await runReceiver(options, world);
  await first.catchUp(history);
  await first.stop();
  const { inbox, ...second } = await runReceiver({ ...options, toleranceMs: 3 * DAY_MS }, world);
  await post(bodyOf('a'));
  const { writeMark } = inbox;
  inbox.writeMark = () => Promise.reject(new CrierError('unavailable', 'no answer'));
  await second.catchUp(null);
  await eventually(() => expect(logged).toContain('store.failing'));
  inbox.writeMark = writeMark;
  clock.advance(2 * DAY_MS);
  await eventually(async () => expect(await inbox.find(1)).toBeNull());
  expect(await inbox.findClaims(listClaims({ hookId: 'a' }, Buffer.from(bodyOf('a'))))).toEqual([1]);
  expect(logged.slice(-1)).toEqual(['store.working']);
  await second.stop();
  clock.advance(DAY_MS);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect([reads, logged.slice(-1)]).toEqual([0, ['store.working']]);
  const third = await runReceiver(options, world);
  await third.catchUp(history);
  expect(reads).toBe(1);
  await third.stop();
});

/** Webhooks of a profile as a map, and with which secret each was registered. */
function createWebhooks(first: readonly (readonly [string, string])[] = []) {
  const registered = new Map(first);
  const secrets: string[] = [];
  const webhooks: ServiceWebhooks = {
    list: async () => new Map(registered),
    async register(action, url, isOwn) {
      registered.set(action, url);
      secrets.push(isOwn ? 'own' : 'kept');
    },
    unregister: async (action) => void registered.delete(action),
  };
  return { registered, secrets, webhooks };
}

const OWN = { actions: ['messages'], url: 'https://new.example/in' };

test.each([
  ['what was replaced', 'https://old.example/', false, [['restored', 'https://old.example/']]],
  ['what the service does not restore', null, true, [['failed', null]]],
] as const)('at the end of a run, %s is registered again', async (_what, former, isRefused, expected) => {
  const { clock, world, options, logged } = createReceiverRun();
  const receiver = await runReceiver({ ...options, targets: [] }, world);
  const { inbox, processId } = receiver;
  const { registered, secrets, webhooks } = createWebhooks(former === null ? [] : [['messages', former]]);
  const closing = { ...webhooks, unregister: () => Promise.reject(new Error('refused')) };
  const { writeMark } = inbox;
  inbox.writeMark = () => {
    inbox.writeMark = writeMark;
    return Promise.reject(new CrierError('unavailable', 'no answer'));
  };
  const registering = registerForRun(receiver, OWN, { webhooks, closing }, world);
  await eventually(() => expect(logged).toEqual(['store.failing']));
  clock.advance(1_000);
  const { takeBack } = await registering;
  expect(registered.get('messages')).toBe(OWN.url);
  const note = JSON.parse((await inbox.readMark('registered')) ?? '');
  expect(note).toEqual({ messages: { url: OWN.url, former, by: [processId] } });
  const ended = await takeBack();
  expect(ended.map((each) => [each.result, each.former])).toEqual(expected);
  expect(registered.get('messages') ?? null).toBe(isRefused ? OWN.url : former);
  expect(secrets).toEqual(isRefused ? ['own'] : ['own', 'kept']);
  expect(await inbox.readMark('registered')).toBe('{}');
  await receiver.stop();
});

test('what another address of the receiver replaced is registered again by the run that replaced that', async () => {
  const { world, options } = createReceiverRun();
  const receiver = await runReceiver({ ...options, targets: [] }, world);
  const other = await runReceiver({ ...options, targets: [] }, world);
  const { registered, webhooks } = createWebhooks([['messages', 'https://old.example/']]);
  const calls = { webhooks, closing: webhooks };
  await registerForRun(other, { ...OWN, url: 'https://other.example/in' }, calls, world);
  const { takeBack } = await registerForRun(receiver, OWN, calls, world);
  expect((await takeBack()).map(({ result }) => result)).toEqual(['restored']);
  expect(registered.get('messages')).toBe('https://old.example/');
  const unread = { ...webhooks, list: async () => null };
  await expect(registerForRun(receiver, OWN, { webhooks: unread, closing: webhooks }, world)).rejects.toThrow(
    'cannot be read',
  );
  await registerForRun(receiver, { ...OWN, actions: [] }, { webhooks: unread, closing: webhooks }, world);
  await other.stop();
  await receiver.stop();
});

test.each([
  ['a list', '[]'],
  ['a webhook without an address', '{"messages":{"former":null,"by":[]}}'],
  ['what it replaced is no address', '{"messages":{"url":"https://a.example/","former":7,"by":[]}}'],
  ['a process that is no id', '{"messages":{"url":"https://a.example/","former":null,"by":[7]}}'],
])('a damaged note of registrations (%s) is an error, and nothing is registered', async (_what, mark) => {
  const { world, options } = createReceiverRun();
  const receiver = await runReceiver({ ...options, targets: [] }, world);
  await receiver.inbox.writeMark('registered', mark);
  const { secrets, webhooks } = createWebhooks();
  await expect(registerForRun(receiver, OWN, { webhooks, closing: webhooks }, world)).rejects.toThrow(
    'damaged',
  );
  expect(secrets).toEqual([]);
  await receiver.stop();
});

test('forwarders count what they attempt, look when they are woken, and end at once when aborted', async () => {
  const clock = stoppedClock(ARRIVAL);
  const inbox = openSqliteInbox(':memory:');
  const outcomes: Record<string, ForwardOutcome> = {
    a: { kind: 'done', status: 200, error: null },
    b: { kind: 'failed', status: 503, error: 'status 503' },
    c: { kind: 'refused', status: 404, error: 'status 404' },
    d: { kind: 'refused', status: 404, error: 'status 404' },
  };
  const targets = ['quick', 'slow'].map((name) => ({
    name,
    attempt: ({ facts: { hookId } }: ForwardJob, signal: AbortSignal): Promise<ForwardOutcome> => {
      const outcome = outcomes[hookId ?? ''];
      if (outcome !== undefined) return Promise.resolve(outcome);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      );
    },
  }));
  const watched: { names: readonly string[]; wake(target: string): void }[] = [];
  const watchable: Inbox = { ...inbox, watch: async (names, wake) => void watched.push({ names, wake }) };
  const forwarders = createForwarders(watchable, targets);
  await forwarders.watch();
  watched[0]?.wake('quick'); // before it starts
  const log = createReceiverLog(createReceiverWorld(), String, () => null);
  log.addFault(new Error('no answer'));
  const watch = { url: null, metrics: null, telemetry: null };
  forwarders.start({ concurrency: 4, rate: null, deadlineMs: 1_000 }, { clock, watch, log });
  await forwarders.untilIdle();
  await inbox.takeIn(['a', 'b', 'c', 'd'].map((hookId) => arrived({ hookId }, ['quick'])));
  expect(watched.map(({ names }) => names)).toEqual([['quick', 'slow']]);
  watched[0]?.wake('quick');
  await eventually(() => expect(forwarders.counts).toEqual({ forwarded: 1, failed: 3, dead: 2 }));
  expect(log.fault).toBeNull();
  await inbox.takeIn([arrived({ hookId: 'hangs' }, ['slow'])]);
  forwarders.wake();
  await eventually(() => expect(forwarders.countInFlight('slow')).toBe(1));
  expect(['quick', 'unknown', undefined].map((each) => forwarders.countInFlight(each))).toEqual([0, 0, 1]);
  const stopped = forwarders.stop();
  forwarders.abort();
  await stopped;
  await inbox.close();
});
