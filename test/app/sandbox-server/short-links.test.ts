import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { sendRaw, statusOf } from '../../support/network/raw-http.ts';
import { serveTestSandbox } from '../../support/sandbox/served-sandbox.ts';

let served: ServedSandbox;
beforeAll(async () => {
  served = await serveTestSandbox();
});
afterAll(() => served.close());

const call = async (path: string, body?: object) => {
  const { address, credentials } = served.note;
  const answer = await fetch(`${address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are read without a schema, field by field
  return (await answer.json()) as any;
};
const TARGET = 'https://shop.example/spring';
const shorten = async () => call('/links', { url: TARGET });
const visit = (target: string, headers: readonly string[], method = 'GET') =>
  sendRaw(served.note.port, {
    method,
    target,
    headers: [`Host: 127.0.0.1:${served.note.port}`, ...headers, 'Connection: close'],
  });
const pathOf = (shortUrl: string) => new URL(shortUrl).pathname;

test('its address is on the port of the sandbox, leads on, and counts the click', async () => {
  const { id, shortUrl } = await shorten();
  expect(shortUrl).toBe(`${served.note.address}/s/${id}`);
  const answer = await fetch(shortUrl, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
  expect((await call(`/links/${id}`)).analytics.totalClicks).toBe(1);
});

test('a post has it in its text', async () => {
  const sent = { post: `see ${TARGET}`, platforms: ['linkedin'], shortenLinks: true };
  const { post } = await call('/post', sent);
  expect(post).toMatch(new RegExp(`^see ${served.note.address}/s/[A-Za-z0-9]{5}$`));
});

describe('a page of another site', { tags: ['D2', 'D3'] }, () => {
  const FOREIGN = [
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: navigate',
    'Referer: https://news.example/',
  ];

  test('can link to it: the reader is led on, and the click has its referer', async () => {
    const { id, shortUrl } = await shorten();
    expect(statusOf(await visit(pathOf(shortUrl), FOREIGN))).toBe(302);
    expect((await call(`/links/${id}`)).analytics.refererCounts).toEqual({ 'news.example': 1 });
  });

  test.each<[string, (path: string) => string, readonly string[], string?]>([
    ['fetch it', (path) => path, ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']],
    ['send a HEAD', (path) => path, FOREIGN, 'HEAD'],
    ['navigate to any other path', () => '/links', FOREIGN],
    ['hide another path behind it', (path) => `${path}/../../links`, FOREIGN],
    ['write it in another way', (path) => path.replace('/s/', '/%73/'), FOREIGN],
  ])('cannot %s', async (_what, toTarget, headers, method) => {
    const { id, shortUrl } = await shorten();
    expect(statusOf(await visit(toTarget(pathOf(shortUrl)), headers, method))).toBe(403);
    expect((await call(`/links/${id}`)).analytics.totalClicks).toBe(0);
  });

  test('cannot reach it by another host', { tags: ['D1'] }, async () => {
    const { shortUrl } = await shorten();
    const headers = ['Host: evil.example', 'Connection: close'];
    const answer = await sendRaw(served.note.port, { target: pathOf(shortUrl), headers });
    expect(statusOf(answer)).toBe(403);
  });
});

test.each(['/s/nothing', '/s/abcde/', '/s/', '/s', '/s/a/b', '/openapi.json/', '/_media/file/nothing/a.png'])(
  '%s, where there is nothing, is 404 and asks for no key',
  async (target) => {
    for (const method of ['GET', 'HEAD']) expect(statusOf(await visit(target, [], method))).toBe(404);
  },
);

describe('POST /validate/json', () => {
  const key = () => `Authorization: Bearer ${served.note.credentials.apiKey}`;
  const send = (target: string, body: string, headers: readonly string[]) =>
    sendRaw(served.note.port, {
      method: 'POST',
      target,
      headers: [
        `Host: 127.0.0.1:${served.note.port}`,
        `Content-Length: ${body.length}`,
        ...headers,
        'Connection: close',
      ],
      body,
    });

  test.each([
    ['a text that is JSON', '/validate/json', '{"a":[1]}', 'text/plain', 200],
    ['a text in a charset', '/validate/json', '"a"', 'text/plain; charset=utf-8', 200],
    ['JSON', '/validate/json', '[1]', 'application/json', 200],
    ['a text that is not JSON', '/validate/json', '{"a":', 'text/plain', 400],
    ['a form', '/validate/json', 'a=1', 'application/x-www-form-urlencoded', 400],
    ['a type that begins the same', '/validate/json', '[1]', 'text/plainer', 400],
    ['a text, at another path', '/validate/post', '{}', 'text/plain', 400],
    ['a text, in another spelling', '/validate/../validate/json', '{}', 'text/plain', 400],
  ])('is sent %s', async (_what, target, body, type, status) => {
    expect(statusOf(await send(target, body, [key(), `Content-Type: ${type}`]))).toBe(status);
  });

  test('a page cannot send it a text: it has no key', { tags: ['D2'] }, async () => {
    const answer = await send('/validate/json', '{}', ['Content-Type: text/plain']);
    expect([statusOf(answer), answer.includes('"code":101')]).toEqual([400, true]);
  });
});
