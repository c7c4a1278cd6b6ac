import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLBACK_BODY_BYTES } from '../../../../../src/cli/features/callbacks/callback-endpoint.ts';
import {
  SERVED_COLUMNS,
  type ServedCallback,
} from '../../../../../src/cli/features/callbacks/served-callback.ts';
import { renderView } from '../../../../../src/cli/framework/output/render-view.ts';
import type { Column } from '../../../../../src/cli/framework/output/view.ts';
import { dangerousIn } from '../../../../support/hostile/dangerous.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { exchange, sendRaw, statusOf } from '../../../../support/network/raw-http.ts';
import {
  CALLBACK_REQUEST,
  type ServedCallbacks,
  servedCallbacks,
  servedIn,
} from '../../../../support/receiver/served-callbacks.ts';
import { PLAIN_LOOK } from '../../../../support/sample-view.ts';

const BODY = JSON.stringify(CALLBACK_REQUEST);
const JSON_TYPE = 'Content-Type: application/json';
const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

const served = () => servedCallbacks(['--message', 'Hi', '-o', 'ndjson', '-n', '1']);

describe('what is no callback is refused, and reported', () => {
  let endpoint: ServedCallbacks;
  beforeEach(async () => {
    endpoint = await served();
  });
  afterEach(() => endpoint.end());

  test.each([
    ['another path', { target: '/' }, 404, 'the path of callbacks is /callback'],
    ['a path above', { target: '/callback/../callback' }, 404, 'the path of callbacks is /callback'],
    ['an encoded path', { target: '/%63allback' }, 404, 'the path of callbacks is /callback'],
    ['no path at all', { target: 'http://127.0.0.1/callback' }, 404, 'the path of callbacks is /callback'],
    ['another method', { method: 'GET' }, 405, 'callbacks use POST'],
    ['a method that takes away', { method: 'DELETE' }, 405, 'callbacks use POST'],
    [
      'a page of another site',
      { more: ['Origin: https://evil.example'] },
      403,
      'sent by a page in a browser',
    ],
    ['a page without an origin', { more: ['Sec-Fetch-Site: none'] }, 403, 'sent by a page in a browser'],
    [
      'a body that is too large',
      { body: 'x'.repeat(CALLBACK_BODY_BYTES + 1) },
      413,
      'the body is larger than',
    ],
    ['no JSON', { body: 'message=Hi' }, 400, 'the body is not a JSON object'],
    ['a list', { body: '[]' }, 400, 'the body is not a JSON object'],
    ['nothing', { body: '' }, 400, 'the body is not a JSON object'],
  ] as const)('%s', { tags: ['D2', 'L8'] }, async (_what, request, status, reason) => {
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
    ['a head without an end', `POST /callback HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header with a control character', 'POST /callback HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
    [
      'two lengths',
      'POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['no end of the connection for others', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 0],
  ])('%s ends only that connection', { tags: ['D8'] }, async (_what, text, status) => {
    expect(statusOf(await exchange(endpoint.port, text))).toBe(status);
    expect((await endpoint.ask(BODY)).status).toBe(200);
  });

  test('a body that is never complete is not answered, and blocks no other', async () => {
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

test('it listens on 127.0.0.1 and on no other address', { tags: ['D4'] }, async () => {
  const endpoint = await served();
  for (const host of ['127.0.0.2', '::1']) {
    await expect(exchange(endpoint.port, 'GET / HTTP/1.1\r\n\r\n', host)).rejects.toThrow(/ECONNREFUSED/);
  }
  await endpoint.end();
});

test('many at once are all answered, each with its own', async () => {
  const many = await servedCallbacks(['-o', 'ndjson', '-n', '50']);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      many.ask(JSON.stringify({ ...CALLBACK_REQUEST, keyword: `k${at}` })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const keywords = servedIn(await many.ran).map(({ keyword }) => keyword);
  expect(new Set(keywords).size).toBe(50);
});

const hostileFields = (text: string) => ({
  commentText: text,
  keyword: text,
  recipientUsername: text,
  trigger: text,
});

const AT_ONCE = 25;

test('nothing of a request steers a terminal', { tags: ['C1', 'L7'] }, async () => {
  const many = await servedCallbacks(
    ['--message', '{{commentText}}', '-o', 'table', '-n', String(HOSTILE_TEXTS.length), '--color', 'never'],
    { isTerminal: true, columns: 40 },
  );
  const bodies = HOSTILE_TEXTS.map(([, text]) =>
    JSON.stringify({ ...CALLBACK_REQUEST, ...hostileFields(text) }),
  );
  for (let at = 0; at < bodies.length; at += AT_ONCE)
    await Promise.all(bodies.slice(at, at + AT_ONCE).map((body) => many.ask(body)));
  const { stdout, stderr } = await many.ran;
  expect(dangerousIn(stdout)).toEqual([]);
  expect(dangerousIn(stderr)).toEqual([]);
  expect(stdout.split('\n').length).toBeGreaterThan(HOSTILE_TEXTS.length);
});

test.each([
  ['table', '\n'],
  ['tsv', '\n\t'],
  ['csv', '\n\r\uFEFF'],
  ['ndjson', '\n'],
] as const)('nor does its record, whatever it shows: -o %s', { tags: ['C1', 'L7'] }, (format, allowed) => {
  const rows = HOSTILE_TEXTS.flatMap(([, text]): readonly ServedCallback[] => {
    const record = { ...RECORD, ...hostileFields(text) };
    return [
      { ...record, message: text },
      { ...record, verdict: 'refused', path: text, method: text, reason: text },
    ];
  });
  const view = { kind: 'list', document: { requests: rows }, key: 'requests', rows, empty: '' } as const;
  const columns = SERVED_COLUMNS as readonly Column<unknown>[]; // of these rows
  const printed = renderView({ ...view, columns }, { ...PLAIN_LOOK, width: 80, format });
  expect(dangerousIn(printed, allowed)).toEqual([]);
  expect(printed.split('\n').length).toBeGreaterThan(rows.length);
});

const RECORD: ServedCallback = {
  at: '2026-09-21T14:13:20.000Z',
  method: 'POST',
  path: '/callback',
  verdict: 'answered',
  signature: 'unsigned',
  automationId: null,
  activityId: null,
  trigger: null,
  recipientId: null,
  recipientUsername: null,
  keyword: null,
  commentText: null,
  status: 200,
  message: null,
  messageSource: 'callback',
  reason: null,
  ms: 3,
};
