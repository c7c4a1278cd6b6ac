import { expect, test } from 'vitest';
import { CrierError, createUsageError } from '../../../../src/errors.ts';
import { openSqliteInbox } from '../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { createReceiverLog } from '../../../../src/receiver/run/receiver-log.ts';
import { serveDeliveries } from '../../../../src/receiver/run/serve-deliveries.ts';
import { createBacklogReader, openWatch } from '../../../../src/receiver/run/watch-receiver.ts';
import type { ReceiverListenOptions } from '../../../../src/receiver/run/world.ts';
import type { Telemetry } from '../../../../src/telemetry/telemetry.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { ARRIVAL, arrived } from '../../../support/receiver/arrived.ts';
import { createFakeTelemetry, createReceiverWorld } from '../../../support/receiver/receiver-world.ts';

/** A world whose servers are asked without a network. */
function openWorld() {
  const clock = stoppedClock(ARRIVAL);
  const opened: ReceiverListenOptions[] = [];
  const finished: number[] = [];
  const probed: { url: string; deadlineMs: number; allowed: readonly string[] }[] = [];
  const probe: { status: number | null } = { status: 204 };
  const world = createReceiverWorld({
    clock,
    async listen(options) {
      opened.push(options);
      if (options.port === 1) throw createUsageError('the port 1 is in use');
      if (options.port === 2) throw new CrierError('unavailable', 'no sockets are left');
      const finish = async (ms: number) => void finished.push(ms);
      return { port: 4_000, closed: new Promise(() => {}), close: async () => {}, finish };
    },
    outbound: async (allowed) => ({
      allowed,
      async post({ url, deadlineMs }) {
        probed.push({ url, deadlineMs, allowed });
        const { status } = probe;
        return { status, fault: status === null ? 'timeout' : null, body: null, byAllowance: false, ms: 1 };
      },
      get: () => Promise.reject(new Error('nothing is read')),
    }),
  });
  const ask = async (
    target: string,
    {
      host = '127.0.0.1:4000',
      method = 'GET',
      authorization,
    }: { host?: string; method?: string; authorization?: string } = {},
  ) => {
    const headers = { host, ...(authorization !== undefined && { authorization }) };
    const answer = await opened
      .at(-1)
      ?.answer({ method, target, headers, readBody: async () => new Uint8Array() });
    const { status = 0, headers: sent = {}, body } = answer ?? {};
    return { status, headers: sent, text: new TextDecoder().decode(body) };
  };
  return { world, clock, opened, probed, finished, probe, ask };
}

async function openWatched({
  token = null,
  telemetry = null,
  ...options
}: {
  token?: string | null;
  telemetry?: Telemetry | null;
  adminHost?: string;
  adminPort?: number | undefined;
  allowHost?: string[];
} = {}) {
  const made = openWorld();
  const sqlite = openSqliteInbox(':memory:');
  const store = { read: 0, answer: async (): Promise<string | null> => '/in' };
  const readMark = () => {
    store.read += 1;
    return store.answer();
  };
  const log = createReceiverLog(
    made.world,
    (name) => name,
    () => null,
  );
  const state: { obstacle: string | null } = { obstacle: null };
  const watched = {
    ...{
      inbox: { ...sqlite, readMark },
      targets: ['a'],
      labelTarget: (name: string) => name,
      log,
      telemetry,
    },
    ...{ forwarders: { countInFlight: () => 3 }, getObstacle: () => state.obstacle },
  };
  const admin = { adminPort: 0, allowHost: [], getAdminToken: () => token, ...options };
  const watch = await openWatch(admin, watched, made.world);
  return { ...made, watch, log, state, store, sqlite };
}

test('health is 200, or 503 with the reason', { tags: ['D1'] }, async () => {
  const { ask, watch, opened, log, state, store, clock } = await openWatched();
  expect(watch.url).toBe('http://127.0.0.1:4000');
  expect(opened).toMatchObject([{ host: '127.0.0.1', port: 0, bodyBytes: 0 }]);
  expect(await ask('/healthz?x=1')).toEqual({
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    text: 'ok\n',
  });
  state.obstacle = 'the receiver is stopping';
  expect(await ask('/healthz')).toMatchObject({ status: 503, text: 'the receiver is stopping\n' });
  state.obstacle = null;
  log.addFault(new Error('the disk is full'));
  expect((await ask('/healthz')).text).toBe('deliveries cannot be stored or forwarded: the disk is full\n');
  log.clearFault();
  store.answer = () => Promise.reject(new Error('no table'));
  expect((await ask('/healthz')).text).toBe('the store cannot be read: no table\n');
  store.answer = () => new Promise(() => {});
  let isAnswered = false;
  const answer = ask('/healthz').finally(() => {
    isAnswered = true;
  });
  clock.advance(1_999);
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  clock.advance(1);
  expect((await answer).text).toBe('the store does not answer\n');
});

test('only its own pages are read, by its own names', { tags: ['D3'] }, async () => {
  const { ask } = await openWatched({ allowHost: ['crier.internal:9000'] });
  for (const [host, status] of [
    ['127.0.0.1:4000', 200],
    ['10.0.0.1', 200],
    ['[::1]:4000', 200],
    ['LOCALHOST:1', 200],
    ['Crier.Internal:9000', 200],
    ['crier.internal', 403],
    ['hooks.example', 403],
    ['localhost.example', 403],
    ['xlocalhost', 403],
    ['localhost:1x', 403],
    ['x[::1]', 403],
    ['[::1]x', 403],
    ['', 403],
  ] as const)
    expect([host, (await ask('/healthz', { host })).status]).toEqual([host, status]);
  expect(await ask('/healthz', { host: 'hooks.example' })).toMatchObject({ text: 'unknown host\n' });
  for (const path of ['/', '/healthz/', '/toString', '/constructor'])
    expect(await ask(path)).toMatchObject({ status: 404, text: 'use /healthz or /metrics\n' });
  expect((await ask('/healthz', { method: 'HEAD' })).status).toBe(200);
  const refused = await ask('/metrics', { method: 'POST' });
  expect(refused).toMatchObject({ status: 405, text: 'use GET\n', headers: { allow: 'GET, HEAD' } });
  expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('with a token, only who has it reads metrics and reasons', { tags: ['D3'] }, async () => {
  const { ask, state } = await openWatched({ token: 'S1', adminHost: 'crier.internal' });
  state.obstacle = 'the receiver is starting';
  const named = { host: 'crier.internal:4000' };
  for (const authorization of [
    undefined,
    '',
    'Bearer T',
    'Bearer S1 S1',
    'Basic S1',
    'xBearer S1',
    'Bearer S1x',
    'Bearer S2',
  ]) {
    const given = { ...named, ...(authorization !== undefined && { authorization }) };
    expect(await ask('/metrics', given)).toMatchObject({
      ...{ status: 401, headers: { 'www-authenticate': 'Bearer' } },
      text: 'send the token: Authorization: Bearer <token>\n',
    });
    expect(await ask('/healthz', given)).toMatchObject({ status: 503, text: 'not ready\n' });
  }
  for (const authorization of ['Bearer S1', 'bearer   S1  ']) {
    expect((await ask('/healthz', { ...named, authorization })).text).toBe('the receiver is starting\n');
    const { text, headers } = await ask('/metrics', { ...named, authorization });
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('crier_healthy 0\n');
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).toContain('crier_forward_attempts_in_flight{target="a"} 3\n');
  }
});

test('what listens to other machines needs a token, and errors name its own flags', async () => {
  await expect(openWatched({ adminHost: '0.0.0.0' })).rejects.toMatchObject({
    message: 'other machines could read health and metrics on 0.0.0.0: they need a token',
    facts: { advice: 'give one with --admin-token-file or CRIER_ADMIN_TOKEN, or omit --admin-host' },
  });
  expect((await openWatched({ adminHost: '::1' })).watch.url).toBe('http://[::1]:4000');
  await expect(openWatched({ adminPort: 1 })).rejects.toMatchObject({
    message: 'the port 1 is in use',
    facts: { advice: 'use another --admin-port or --admin-host' },
  });
  await expect(openWatched({ adminPort: 2 })).rejects.toMatchObject({ kind: 'unavailable' });
});

test('without a port nothing is served, and metrics are only for a collector', async () => {
  const { watch, opened } = await openWatched({ adminPort: undefined });
  expect([watch, opened]).toEqual([{ url: null, metrics: null, telemetry: null }, []]);
  const { telemetry } = createFakeTelemetry();
  const collected = await openWatched({ adminPort: undefined, telemetry });
  expect([collected.watch, collected.opened]).toEqual([
    { url: null, metrics: expect.anything(), telemetry },
    [],
  ]);
});

test('metrics say that it is healthy, and lack what a store that fails cannot say', async () => {
  const { ask } = await openWatched();
  expect((await ask('/metrics')).text).toContain('crier_healthy 1\n');
  const failing = await openWatched();
  await failing.sqlite.close();
  expect((await failing.ask('/metrics')).text).not.toContain('crier_deliveries_waiting');
});

test('backlogs are read again after a second, or 20 times as long as it took', async () => {
  const clock = stoppedClock(ARRIVAL);
  const inbox = openSqliteInbox(':memory:');
  await inbox.takeIn([arrived({ hookId: 'h1' }, ['a'])]);
  let count = 0;
  let tookMs = 0;
  const listBacklogs = () => {
    count += 1;
    clock.advance(tookMs);
    return inbox.listBacklogs();
  };
  const read = createBacklogReader({ ...inbox, listBacklogs }, clock);
  const counts: number[] = [];
  for (const [waitMs, takesMs] of [
    [0, 0],
    [999, 0],
    [1, 100],
    [1_999, 0],
    [1, 0],
  ] as const) {
    clock.advance(waitMs);
    tookMs = takesMs;
    expect(await read()).toMatchObject([{ target: 'a', waiting: 1 }]);
    counts.push(count);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});

async function serve(options: { host?: string; allowHost?: string[]; publicUrl?: string } = {}) {
  const made = openWorld();
  const inbox = openSqliteInbox(':memory:');
  const receiving = {
    ...{ path: '/in', getSecrets: () => [], toleranceMs: null, inbox, planForwardings: () => [] },
    ...{ onReport: () => {}, onFault: () => {}, onDrop: () => {} },
  };
  const server = await serveDeliveries({ port: 0, allowHost: [], ...options }, receiving, made.world);
  return { ...made, server };
}

test.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['crier.internal', 'crier.internal'],
])('a receiver on %s is reached on this machine at %s, which it checks', async (host, expected) => {
  const { server, probed, opened, finished } = await serve(host === undefined ? {} : { host });
  expect(server.url).toBe(`http://${expected}:4000/in`);
  expect(probed).toMatchObject([{ deadlineMs: 5_000, allowed: [`${expected}:4000`] }]);
  expect(probed[0]?.url.replace(/\/[0-9a-f]{32}$/, '/…')).toBe(`http://${expected}:4000/…`);
  expect(opened).toMatchObject([{ port: 0, connections: 256 }]);
  expect(opened[0]?.host).toBe(host);
  await server.finish();
  expect(finished).toEqual([2_000]);
});

test.each([
  [null, 'timeout'],
  [200, 'status 200'],
])('a receiver that answers its own request with %j is not used', async (status, what) => {
  const made = openWorld();
  made.probe.status = status;
  const receiving = {
    ...{ path: '/in', getSecrets: () => [], toleranceMs: null, planForwardings: () => [] },
    ...{ inbox: openSqliteInbox(':memory:'), onReport: () => {}, onFault: () => {}, onDrop: () => {} },
  };
  await expect(serveDeliveries({ port: 0, allowHost: [] }, receiving, made.world)).rejects.toMatchObject({
    kind: 'unavailable',
    message: `the receiver does not answer at its own address: ${what}`,
    facts: { advice: 'something on this machine intercepts local connections; try another --port' },
  });
});

test('with names of its host, requests need one of them, an address or localhost', {
  tags: ['L8'],
}, async () => {
  const { ask } = await serve({ allowHost: ['crier.internal:9000'], publicUrl: 'https://hooks.example/in' });
  for (const [host, status] of [
    ['crier.internal:9000', 400],
    ['CRIER.internal:9000', 400],
    ['crier.internal', 404],
    ['hooks.example', 400],
    ['hooks.example:1', 404],
    ['localhost:4000', 400],
    ['10.0.0.1:4000', 400],
    ['[::1]:4000', 400],
    ['other.example', 404],
    ['a b', 404],
    ['', 404],
  ] as const)
    expect([host, (await ask('/in', { method: 'POST', host })).status]).toEqual([host, status]);
  expect(await ask('/in', { method: 'POST', host: 'other.example' })).toEqual({
    status: 404,
    headers: {},
    text: '',
  });
  const { ask: askAny } = await serve();
  expect((await askAny('/in', { method: 'POST', host: 'other.example' })).status).toBe(400);
});
