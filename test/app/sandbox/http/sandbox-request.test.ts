import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CrierError } from '../../../../src/errors.ts';
import { findRoute } from '../../../../src/sandbox/http/routes.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { headersOf, readAnswer, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST } from '../../../support/small-seed.ts';

const { ask, sandbox, clock, defects } = await smallSandbox();

describe('routes and methods', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/comment/abc'],
    ['GET', '/comments/abc/def'],
    ['GET', '/comments//'],
    ['GET', '/v1/comments/abc'],
    ['GET', '/%63omments/abc'],
    ['GET', '/Comments/abc'],
    ['PUT', '/comments/abc'],
    ['PUT', '/comments/abc'],
    ['PATCH', '/media/instagram/audio/search'],
    ['OPTIONS', '/comments/abc'],
    ['POST', '/graph'],
    ['GET', '/adsets'],
  ])('%s %s is not there: 1404', { tags: ['HTTP-09', 'HTTP-12'] }, async (method, path) => {
    const { http, body } = await ask(path, { method });
    expect(http).toBe(404);
    expect(body).toEqual({
      action: 'request',
      status: 'error',
      code: 1404,
      message: expect.stringMatching(/./),
    });
  });

  test('every endpoint is there, under the base address without a version', {
    tags: ['HTTP-12'],
  }, async () => {
    for (const { method, path } of Object.values(ENDPOINTS)) {
      const { body } = await ask(path.replace('{platform}', 'instagram').replaceAll(/\{\w+\}/g, 'some-id'), {
        method,
      });
      // an unknown object is 1404 too, of its own action
      expect(body, `${method} ${path}`).not.toMatchObject({ action: 'request', code: 1404 });
    }
  });
});

describe('bodies', () => {
  const large = JSON.stringify('x'.repeat(LIMITS.requestBodyBytes - 2));

  test.each([
    ['is not JSON', '{"a":'],
    ['is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['is a byte too large', `${large} `],
    ['goes on for ever', new Blob([large, large, large])],
  ])('one that %s is 101', async (_what, body) => {
    const { http, body: answered } = await ask('/comments/abc', { method: 'POST', body });
    expect(http).toBe(400);
    expect(answered).toMatchObject({ action: 'request', status: 'error', code: 101 });
    expect(answered.details).toContain('body');
  });

  test.each([
    ['none at all', ''],
    ['any JSON', '[1, null]'],
    ['the largest there may be', large],
  ])('%s is read, and then the route is looked for', async (_what, body) => {
    const { body: answered } = await ask('/nowhere', { method: 'POST', body });
    expect(answered.code).toBe(1404);
  });

  test('a body is only read as far as is needed to refuse it', async () => {
    let read = 0;
    const endless = new ReadableStream({
      pull(controller) {
        read += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const request = new Request('http://x/comments/abc', {
      method: 'POST',
      body: endless,
      headers: headersOf(sandbox),
      // A stream as body needs it, and the types do not know it yet.
      ...{ duplex: 'half' },
    });
    expect((await sandbox.fetch(request)).status).toBe(400);
    expect(read).toBeLessThan(2 * LIMITS.requestBodyBytes);
  });
});

describe('answers', () => {
  const everywhere = new URL(`http://x/comments/${POST.everywhere}`);
  const small = new URL(`http://x/comments/${POST.silent}`);
  const answer = (url: URL, accepted?: string) =>
    sandbox.answer({
      method: 'GET',
      url,
      headers: { ...headersOf(sandbox), ...(accepted !== undefined && { 'accept-encoding': accepted }) },
      body: null,
    });

  test.each([
    ['deflate, gzip, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'deflate'],
    ['br;q=0, gzip;q=0.1, deflate', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['br;q=0', undefined],
    ['br;q=none', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('accepting %s, it is encoded as %s', { tags: ['HTTP-03'] }, async (accepted, expected) => {
    const plain = await answer(everywhere);
    const { headers, body } = await answer(everywhere, accepted);
    expect(headers['content-encoding']).toBe(expected);
    expect(headers['vary']).toBe('accept-encoding');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }[expected ?? ''];
    expect(Buffer.from(decode?.(body) ?? body)).toEqual(Buffer.from(plain.body));
  });

  test('an answer of 1024 bytes is not compressed, one of 1025 is', { tags: ['HTTP-03'] }, async () => {
    const padded = (bytes: number) => {
      const id = 'x'.repeat(bytes);
      return new URL(`http://x/comments/${id}?searchPlatformId=true&platform=twitter`);
    };
    const { length } = (await answer(padded(1))).body;
    const limit = 1 + LIMITS.compressOverBytes - length;
    expect((await answer(padded(limit), 'br')).headers).not.toHaveProperty('content-encoding');
    expect((await answer(padded(limit), 'br')).body).toHaveLength(LIMITS.compressOverBytes);
    expect((await answer(padded(limit + 1), 'br')).headers).toHaveProperty('content-encoding', 'br');
  });

  test('they are JSON in UTF-8', async () => {
    const { headers, body } = await answer(small);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(readAnswer({ status: 200, headers, body })).toMatchObject({ status: 'success' });
  });

  test('`fetch` and `answer` say the same', async () => {
    const fetched = await sandbox.fetch(
      new Request(everywhere, { headers: { ...headersOf(sandbox), 'accept-encoding': 'br' } }),
    );
    const answered = await answer(everywhere, 'br');
    const { 'x-ratelimit-count': before, ...headers } = Object.fromEntries(fetched.headers);
    const { 'x-ratelimit-count': after, ...others } = answered.headers;
    expect(headers).toEqual(others);
    expect(Number(after)).toBe(Number(before) + 1);
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(Buffer.from(answered.body));
  });
});

test.each([
  ['POST', '/comments/reply', 'replyToComment'],
  ['GET', '/history/instagram', 'getPlatformHistory'],
  ['GET', '/history/Sp7kQm2XvLr9TzBd4HnW', 'getHistoryById'],
  ['GET', '/messages/autoresponse', 'getAutoResponse'],
])('%s %s is %s: a fixed path comes before a parameter', { tags: ['API-01'] }, (method, path, name) => {
  expect(findRoute(method, path)?.name).toBe(name);
});

test('a fault of its own is 1500 with a trace id, and nothing else of it', {
  tags: ['HTTP-08', 'HTTP-09'],
}, async () => {
  const now = clock.now;
  clock.now = () => {
    throw new Error('a secret of the house');
  };
  const { http, body } = await ask(`/comments/${POST.everywhere}`);
  clock.now = now;
  expect(http).toBe(500);
  expect(body).toMatchObject({ action: 'request', status: 'error', code: 1500 });
  expect(body.details).toMatch(/^trace id [0-9a-f]{16}$/);
  expect(JSON.stringify(body)).not.toContain('secret of the house');
  expect(defects).toMatchObject([{ error: { message: 'a secret of the house' } }]);
  expect(body.details).toContain(defects[0]?.traceId);
});

test('a fault that the user can fix is described', async () => {
  const now = clock.now;
  clock.now = () => {
    throw new CrierError('usage', 'cannot use /tmp/a.db: the disk is full');
  };
  const { body } = await ask(`/comments/${POST.everywhere}`);
  clock.now = now;
  expect(body.details).toMatch(/^cannot use \/tmp\/a\.db: the disk is full; trace id [0-9a-f]{16}$/);
});
