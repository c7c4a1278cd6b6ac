import { expect, test } from 'vitest';
import type { Method, Transport } from '../../../src/client/transport.ts';
import { failureOf, turns } from '../../support/network/against.ts';
import {
  networkError,
  type Scripted,
  scripted,
  TIMEOUT_MS,
  testClient,
} from '../../support/network/client.ts';

const HTML: Scripted = { headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Hello') };

function failing(status: number, body: object = {}, headers: Record<string, string> = {}): Scripted {
  return { status, body: { status: 'error', ...body }, headers };
}

async function adviceFor(line: Scripted | Error, { method = 'POST' as Method, path = '/post' } = {}) {
  const client = testClient({ transport: scripted(line), retries: 2 });
  return (await failureOf(client.request({ method, path }))).facts.advice;
}

const DOUBT =
  /^the POST may have taken effect and was not retried: check with "crier posts list" before you send it again/;

test.each([
  ['a lost connection', networkError('ECONNRESET')],
  ['a lost connection of another kind', Object.assign(networkError('ETIMEDOUT'), { syscall: 'read' })],
  ['HTTP 500', failing(500)],
  ['HTTP 503 and an unknown code', failing(503, { code: 9999 })],
  ['HTTP 502 of a gateway', { ...HTML, status: 502 }],
  ['HTTP 408', failing(408)],
  ['an answer that cannot be read', HTML],
  ['an answer that is not 200', { status: 201, body: {} }],
  ['a redirect to what was made', { status: 303, headers: { location: 'https://other.example/' }, body: {} }],
])('a POST that ends in %s may have been done', { tags: ['HTTP-06'] }, async (_why, line) => {
  const advice = await adviceFor(line);
  expect(advice).toMatch(DOUBT);
  expect(advice).not.toMatch(/try again/);
});

test('a POST that nothing answers in time may have been done', { tags: ['HTTP-06'] }, async () => {
  const never: Transport = () => new Promise(() => undefined);
  const client = testClient({ transport: never });
  const error = failureOf(client.request({ method: 'POST', path: '/post' }));
  await turns();
  client.clock.advance(TIMEOUT_MS);
  expect((await error).facts.advice).toMatch(DOUBT);
});

test.each([
  [
    'PUT',
    '/comments/abc',
    'the PUT may have taken effect and was not retried: check with "crier comments get" before',
  ],
  ['PATCH', '/post', 'check with "crier posts get <id>" before'],
  ['DELETE', '/post', 'check with "crier posts get <id>" before'],
  [
    'POST',
    '/profiles',
    'check with "crier profiles list" before you send it again; if it exists, its key is lost: delete it by its refId and create it again',
  ],
  ['DELETE', '/profiles', 'check with "crier profiles list" before'],
  ['PUT', '/automations/1', 'check with "crier automations list" before'],
  ['DELETE', '/hook/webhook', 'check with "crier hooks list" before'],
  ['PATCH', '/audio/1', 'check what it was to change before'],
  ['POST', '/posters', 'check what it was to change before'],
] as const)(
  'what a lost %s of %s made is looked for first',
  { tags: ['HTTP-06'] },
  async (method, path, words) => {
    expect(await adviceFor(failing(503), { method, path })).toContain(words);
  },
);

test.each([
  ['a host that is not found', networkError('ENOTFOUND'), /^nothing was sent; check the base URL/],
  ['a look-up that fails', networkError('EAI_AGAIN'), 'nothing was sent; try again later'],
  [
    'a connection that is not taken',
    networkError('UND_ERR_CONNECT_TIMEOUT'),
    'nothing was sent; try again later',
  ],
  [
    'no way to the host',
    Object.assign(networkError('EHOSTUNREACH'), { syscall: 'connect' }),
    'nothing was sent; try again later',
  ],
  [
    'a proxy that lets nothing through',
    networkError('UND_ERR_PRX_TLS'),
    /^nothing was sent; check HTTPS_PROXY/,
  ],
  ['HTTP 400', failing(400), /^see the message of the service/],
  ['HTTP 425', failing(425), 'try again later'],
  ['HTML at HTTP 404', { ...HTML, status: 404 }, /^check that the base URL/],
  ['a code that explains what happened', failing(500, { code: 1500 }), /^report it/],
])('a POST that ends in %s was not done', { tags: ['HTTP-06'] }, async (_why, line, advice) => {
  expect(await adviceFor(line)).toMatch(advice);
});

test.each([
  ['a refusal', failing(400, { code: 101, retryAvailable: true })],
  ['a breakdown', failing(500, { retryAvailable: true })],
  ['an unknown code', failing(400, { code: 9999, retryAvailable: true })],
])(
  'the same POST may be retried manually after %s, where the service allows it',
  { tags: ['HTTP-06'] },
  async (_why, line) => {
    expect(await adviceFor(line)).toMatch(
      /the service allows a retry of the same request, which crier does not do for a POST: run it again$/,
    );
  },
);

test.each([
  ['a lost connection', networkError('ECONNRESET')],
  ['HTTP 500', failing(500, { retryAvailable: true })],
  ['HTTP 502 of a gateway', { ...HTML, status: 502 }],
])('a GET that ends in %s is just sent again', async (_why, line) => {
  expect(await adviceFor(line, { method: 'GET' })).toBe('try again later');
});

test('a wait that the service requests is named beside the doubt', async () => {
  expect(await adviceFor(failing(503, {}, { 'retry-after': '1' }))).toMatch(
    /before you send it again; wait 1 second$/,
  );
});
