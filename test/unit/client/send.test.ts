import { expect, test } from 'vitest';
import type { ClientOptions } from '../../../src/client/client.ts';
import type { Transport } from '../../../src/client/transport.ts';
import type { WireEvent } from '../../../src/client/wire-observer.ts';
import type { Clock } from '../../../src/clock.ts';
import { CrierError } from '../../../src/errors.ts';
import { turns } from '../../support/network/against.ts';
import {
  ALL_SECRETS,
  networkError,
  type Scripted,
  scripted,
  TIMEOUT_MS,
  testClient,
} from '../../support/network/client.ts';

const WELL: Scripted = { body: { status: 'success', id: 'abc' } };
const LOST = networkError('ECONNRESET');

function failing(status: number, body: object = {}, headers: Record<string, string> = {}): Scripted {
  return { status, body: { status: 'error', ...body }, headers };
}

/** Sends one request and says how it went, how often it was tried, and what was waited. */
async function send(
  lines: readonly (Scripted | Error)[],
  options: Partial<ClientOptions> = {},
  method: 'GET' | 'POST' = 'GET',
) {
  const transport = scripted(...lines);
  const client = testClient({ transport, retries: 2, ...options });
  const end = await client.request({ method, path: '/comments/abc' }).then(
    () => 'answered',
    (error: unknown) => (error instanceof CrierError ? error.kind : error),
  );
  return { end, tries: transport.asked.length, waits: client.clock.slept };
}

test.each([
  ['a lost connection', [LOST, LOST, WELL], { end: 'answered', tries: 3, waits: [500, 1_000] }],
  ['HTTP 503', [failing(503), WELL], { end: 'answered', tries: 2, waits: [500] }],
  [
    'retryAvailable',
    [failing(400, { retryAvailable: true }), WELL],
    { end: 'answered', tries: 2, waits: [500] },
  ],
  ['HTTP 408', [failing(408), WELL], { end: 'answered', tries: 2, waits: [500] }],
  [
    'a Retry-After that fits',
    [failing(429, {}, { 'retry-after': '60' }), WELL],
    { end: 'answered', tries: 2, waits: [60_000] },
  ],
  [
    'one that does not',
    [failing(429, {}, { 'retry-after': '61' }), WELL],
    { end: 'limited', tries: 1, waits: [] },
  ],
  ['no Retry-After', [failing(429), WELL], { end: 'limited', tries: 1, waits: [] }],
  ['HTTP 500 for ever', [failing(500)], { end: 'unavailable', tries: 3, waits: [500, 1_000] }],
  ['HTTP 404', [failing(404)], { end: 'not-found', tries: 1, waits: [] }],
  ['a certificate', [networkError('CERT_HAS_EXPIRED')], { end: 'unavailable', tries: 1, waits: [] }],
  [
    'X without credits, though it allows a retry',
    [failing(503, { code: 416, retryAvailable: true })],
    { end: 'not-allowed', tries: 1, waits: [] },
  ],
  [
    'X without credits among other networks',
    [failing(503, { code: 440, errors: [{ code: 440 }, { code: 416 }] })],
    { end: 'unavailable', tries: 1, waits: [] },
  ],
  [
    'an answer that cannot be read',
    [{ body: Buffer.from('<html>') }],
    { end: 'unavailable', tries: 1, waits: [] },
  ],
] as const)('a GET that meets %s', async (_why, lines, expected) => {
  expect(await send(lines)).toEqual(expected);
});

test.each([
  [LOST],
  [failing(503)],
  [failing(400, { retryAvailable: true })],
  [failing(429, {}, { 'retry-after': '1' })],
])('a POST is sent once, whatever the result (%#)', { tags: ['HTTP-06'] }, async (line) => {
  expect(await send([line, WELL], {}, 'POST')).toMatchObject({ tries: 1, waits: [] });
});

test('a Retry-After past all waiting is not taken for none', { tags: ['HTTP-06'] }, async () => {
  const far = failing(503, {}, { 'retry-after': '99999999999' });
  expect(await send([far, WELL])).toMatchObject({ end: 'unavailable', tries: 1 });
});

test('the jitter is proportional to the random number', async () => {
  expect(await send([LOST], { random: () => 0.25 })).toMatchObject({ waits: [125, 250] });
});

test('the time of one try is up, and the next one has its own', async () => {
  const never = () => new Promise<never>(() => undefined);
  const observed: WireEvent[] = [];
  const client = testClient({ transport: never, retries: 1, observe: (event) => void observed.push(event) });
  const end = client.request({ method: 'GET', path: '/x' });
  end.catch(() => undefined);
  for (let attempt = 0; attempt < 2; attempt++) {
    await turns();
    expect(observed.at(-1)).toMatchObject({ kind: 'request', attempt });
    client.clock.advance(TIMEOUT_MS);
  }
  await expect(end).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'api.example did not send a complete response within 100 s',
    facts: { http: null },
  });
});

test('the signal ends a request that is under way, with its reason', async () => {
  const end = new AbortController();
  const client = testClient({
    transport: () => new Promise(() => undefined),
    signal: end.signal,
    retries: 2,
  });
  const request = client.request({ method: 'GET', path: '/x' });
  end.abort('interrupted');
  await expect(request).rejects.toBe('interrupted');
});

test('the signal ends a wait, too, with its reason', async () => {
  const end = new AbortController();
  const transport = scripted(failing(503, {}, { 'retry-after': String(TIMEOUT_MS / 1_000) }));
  const client = testClient({ transport, signal: end.signal, retries: 2, maxWaitMs: TIMEOUT_MS });
  const request = client.request({ method: 'GET', path: '/x' });
  request.catch(() => undefined);
  await turns();
  end.abort('interrupted');
  await expect(request).rejects.toBe('interrupted');
  expect(transport.asked).toHaveLength(1);
});

test('the reason of the signal is thrown, whatever a transport or a clock throws', async () => {
  const end = new AbortController();
  const grumbling: Transport = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(networkError('ECONNRESET')));
    });
  const request = testClient({ transport: grumbling, signal: end.signal }).request({
    method: 'GET',
    path: '/x',
  });
  end.abort('interrupted');
  await expect(request).rejects.toBe('interrupted');

  const later = new AbortController();
  const clock: Clock = {
    now: () => 0,
    steady: () => 0,
    sleep: async (milliseconds, signal) => {
      if (milliseconds === TIMEOUT_MS) return new Promise(() => undefined);
      later.abort('interrupted');
      if (signal?.aborted) throw new Error('the sleep was ended');
    },
  };
  const options = { transport: scripted(failing(503)), signal: later.signal, retries: 2, clock };
  await expect(testClient(options).request({ method: 'GET', path: '/x' })).rejects.toBe('interrupted');
});

test('a signal that came before keeps anything from being sent', async () => {
  const transport = scripted();
  const client = testClient({ transport, signal: AbortSignal.abort('interrupted') });
  await expect(client.request({ method: 'GET', path: '/x' })).rejects.toBe('interrupted');
  expect(transport.asked).toEqual([]);
});

test('a defect of the transport is no failure of the network', async () => {
  const defect = new TypeError('x is not a function');
  expect(await send([defect])).toMatchObject({ end: defect, tries: 1 });
});

test.each([
  ['with nothing left', '300', []],
  ['beyond the limit, beside the error that reports it', '1007', []],
  ['from 90 % on', '270', ['270 of the 300 requests in the window of the request limit are used']],
  ['not before', '269', []],
  ['not without figures', 'many', []],
])('the request limit is warned of %s, and once', async (_why, count, warnings) => {
  const warned: string[] = [];
  const headers = { 'x-ratelimit-max': '300', 'x-ratelimit-count': count };
  const transport = scripted({ ...WELL, headers });
  const client = testClient({ transport, warn: (sentence) => void warned.push(sentence) });
  await client.request({ method: 'GET', path: '/x' });
  await client.request({ method: 'GET', path: '/x' });
  expect(warned).toEqual(warnings);
});

test('all that happens is observed, and no secret in it', { tags: ['C8'] }, async () => {
  const observed: WireEvent[] = [];
  const echo = Object.fromEntries(ALL_SECRETS.map((secret, index) => [`x-echo-${index}`, secret]));
  const transport = scripted(
    LOST,
    {
      ...failing(503, { message: ALL_SECRETS.join() }),
      headers: { ...echo, 'set-cookie': 'session=0123456789abcdefgh' },
    },
    { body: { status: 'success', profileKey: 'a-new-profile-key-0001', sent: ALL_SECRETS } },
  );
  const client = testClient({ transport, retries: 2, observe: (event) => void observed.push(event) });
  await client.request({
    method: 'GET',
    path: '/comments/x',
    query: { echo: ALL_SECRETS.join() },
    body: { secret: ALL_SECRETS },
  });
  expect(observed.map(({ kind }) => kind)).toEqual([
    'request',
    'failure',
    'retry',
    'request',
    'answer',
    'failure',
    'retry',
    'request',
    'answer',
  ]);
  const shown = JSON.stringify(observed);
  for (const secret of [...ALL_SECRETS, 'a-new-profile-key-0001', '0123456789abcdefgh'])
    expect(shown).not.toContain(secret);
  expect(shown).toContain('Bearer ****abcd');
});

test('what is observed counts tries, waits and time', async () => {
  const observed: WireEvent[] = [];
  const client = testClient({
    transport: scripted(LOST, WELL),
    retries: 1,
    observe: (event) => void observed.push(event),
  });
  await client.request({ method: 'GET', path: '/x' });
  expect(observed).toMatchObject([
    { kind: 'request', attempt: 0, method: 'GET', url: 'https://api.example/v/x', body: null },
    { kind: 'failure', attempt: 0, message: expect.stringContaining('ECONNRESET'), tookMs: 0 },
    { kind: 'retry', attempt: 1, waitMs: 500 },
    { kind: 'request', attempt: 1 },
    { kind: 'answer', attempt: 1, http: 200, body: '{"status":"success","id":"abc"}', tookMs: 0 },
  ]);
});
