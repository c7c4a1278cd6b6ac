import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLBACK_BODY_BYTES } from '../../../src/cli/callbacks/refuse-asker.ts';
import { ASKED } from '../../support/asked-callback.ts';
import { dangerousIn } from '../../support/dangerous.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { exchange, sendRaw, statusOf } from '../../support/raw-http.ts';
import { type ServedCallbacks, servedCallbacks, servedIn } from '../../support/served-callbacks.ts';

const BODY = JSON.stringify(ASKED);
const JSON_TYPE = 'Content-Type: application/json';
const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

let endpoint: ServedCallbacks;
beforeEach(async () => {
  endpoint = await servedCallbacks(['--message', 'Hi', '-o', 'ndjson', '-n', '1']);
});
afterEach(() => endpoint.end());

describe('what is no callback is refused, and told', () => {
  test.each([
    ['another path', { target: '/' }, 404, 'callbacks come to /callback'],
    ['a path above', { target: '/callback/../callback' }, 404, 'callbacks come to /callback'],
    ['an encoded path', { target: '/%63allback' }, 404, 'callbacks come to /callback'],
    ['no path at all', { target: 'http://127.0.0.1/callback' }, 404, 'callbacks come to /callback'],
    ['another method', { method: 'GET' }, 405, 'a callback is a POST'],
    ['a method that takes away', { method: 'DELETE' }, 405, 'a callback is a POST'],
    [
      'D2 a page of another site',
      { more: ['Origin: https://evil.example'] },
      403,
      'a page in a browser sent it',
    ],
    ['D2 a page without an origin', { more: ['Sec-Fetch-Site: none'] }, 403, 'a page in a browser sent it'],
    [
      'a body that is too large',
      { body: 'x'.repeat(CALLBACK_BODY_BYTES + 1) },
      413,
      'the body has more than',
    ],
    ['no JSON', { body: 'message=Hi' }, 400, 'the body is not a JSON object'],
    ['a list', { body: '[]' }, 400, 'the body is not a JSON object'],
    ['nothing', { body: '' }, 400, 'the body is not a JSON object'],
  ] as const)('L8 %s', async (_what, request, status, reason) => {
    const { method = 'POST', target = '/callback', body = BODY, more = [] } = { ...NOTHING, ...request };
    const headers = ['Host: tunnel.example', JSON_TYPE, lengthOf(body), 'Connection: close', ...more];
    const answer = await sendRaw(endpoint.port, { method, target, headers, body });
    expect(statusOf(answer)).toBe(status);
    expect(answer.split('\r\n\r\n')[1]).toBe('');
    expect(answer).not.toMatch(/^(server|x-powered-by):/im);
    if (status === 405) expect(answer).toMatch(/^allow: POST\r$/im);
    const [record] = servedIn(await endpoint.ran);
    expect(record).toMatchObject({ verdict: 'refused', status, method, path: target, message: null });
    expect(record?.reason).toContain(reason);
  });

  test.each([
    ['D8 a head without an end', `POST /callback HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header with a control character', 'POST /callback HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
    [
      'two lengths',
      'POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['no end of the connection for others', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 0],
  ])('%s ends that connection alone', async (_what, text, status) => {
    expect(statusOf(await exchange(endpoint.port, text))).toBe(status);
    expect((await endpoint.ask(BODY)).status).toBe(200);
  });

  test('a body that never comes whole is not answered, and holds nobody up', async () => {
    const socket = connect({ port: endpoint.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(`POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`);
    expect((await endpoint.ask(BODY)).status).toBe(200);
    socket.destroy();
    const { exitCode, stdout } = await endpoint.ran;
    expect([exitCode, servedIn({ stdout }).length]).toEqual([0, 1]);
  });
});

const NOTHING: { method?: string; target?: string; body?: string; more?: readonly string[] } = {};

test('D4 it listens on 127.0.0.1 and on no other address', async () => {
  for (const host of ['127.0.0.2', '::1']) {
    await expect(exchange(endpoint.port, 'GET / HTTP/1.1\r\n\r\n', host)).rejects.toThrow(/ECONNREFUSED/);
  }
});

test('many at once are all answered, each with its own', async () => {
  const many = await servedCallbacks(['-o', 'ndjson', '-n', '50']);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => many.ask(JSON.stringify({ ...ASKED, keyword: `k${at}` }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const keywords = servedIn(await many.ran).map(({ keyword }) => keyword);
  expect(new Set(keywords).size).toBe(50);
});

const AT_ONCE = 25;

test.each([
  ['table', { isTerminal: true, columns: 80 }],
  ['table', { isTerminal: true, columns: 40 }],
  ['tsv', {}],
  ['csv', {}],
  ['ndjson', {}],
] as const)('C1 L7 nothing of a request steers a terminal: -o %s %o', async (format, around) => {
  const many = await servedCallbacks(
    ['--message', '{{commentText}}', '-o', format, '-n', String(HOSTILE_TEXTS.length), '--color', 'never'],
    around,
  );
  const asks = HOSTILE_TEXTS.map(
    ([, text]) =>
      () =>
        many.ask(
          JSON.stringify({
            ...ASKED,
            commentText: text,
            keyword: text,
            recipientUsername: text,
            trigger: text,
          }),
        ),
  );
  for (let at = 0; at < asks.length; at += AT_ONCE)
    await Promise.all(asks.slice(at, at + AT_ONCE).map((ask) => ask()));
  const { stdout, stderr } = await many.ran;
  const allowed = format === 'tsv' ? '\n\t' : format === 'csv' ? '\n\r\uFEFF' : '\n';
  expect(dangerousIn(stdout, allowed)).toEqual([]);
  expect(dangerousIn(stderr)).toEqual([]);
  expect(stdout.split('\n').length).toBeGreaterThan(HOSTILE_TEXTS.length);
});
