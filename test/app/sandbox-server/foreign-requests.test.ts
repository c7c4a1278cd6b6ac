import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxAnswer, SandboxRequest } from '../../../src/sandbox/http/sandbox-request.ts';
import { type ListeningServer, serve } from '../../../src/sandbox/http/serve.ts';
import { FOREIGN_REQUESTS } from '../../support/network/foreign-requests.ts';
import { sendRaw, statusOf } from '../../support/network/raw-http.ts';

const REACHED: SandboxAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode('{"reached":true}'),
};

/** Everything that reached the sandbox: a refusal is judged by this, not only by its status. */
let reached: SandboxRequest[];
let served: ListeningServer;
beforeAll(async () => {
  served = await serve({
    port: 0,
    answer: async (request) => {
      reached.push(request);
      return REACHED;
    },
  });
});
afterAll(() => served.close());
beforeEach(() => {
  reached = [];
});

describe('is refused, and reaches nothing', () => {
  test.each(FOREIGN_REQUESTS)('$title', { tags: ['D1', 'D3', 'T17', 'D2'] }, async ({ request, status }) => {
    const answer = await sendRaw(served.port, request(served.port));
    expect(reached).toEqual([]);
    expect(statusOf(answer)).toBe(status);
    expect(answer.toLowerCase()).not.toContain('access-control-');
  });
});

const close = 'Connection: close';

describe('is let in', () => {
  test.each<[string, string, (port: number) => readonly string[], string?]>([
    ['by the address', 'GET', (port) => [`Host: 127.0.0.1:${port}`]],
    ['by the name, in any case', 'GET', (port) => [`Host: LocalHost:${port}`]],
    ['by the longer address', 'GET', (port) => [`Host: [::1]:${port}`]],
    ['a page of our own', 'GET', (port) => [`Host: localhost:${port}`, `Origin: http://localhost:${port}`]],
    ['a script of our own page', 'GET', (port) => [`Host: localhost:${port}`, 'Sec-Fetch-Site: same-origin']],
    ['typed into the address bar', 'GET', (port) => [`Host: localhost:${port}`, 'Sec-Fetch-Site: none']],
    [
      'JSON',
      'POST',
      (port) => [
        `Host: localhost:${port}`,
        'Content-Type: application/json; charset=utf-8',
        'Content-Length: 2',
      ],
      '{}',
    ],
    [
      'a read that names a type and has no body',
      'GET',
      (port) => [`Host: localhost:${port}`, 'Content-Type: application/json'],
    ],
    ['a write without a body', 'DELETE', (port) => [`Host: localhost:${port}`]],
    [
      'a WebSocket of our own, as a plain request',
      'GET',
      (port) => [`Host: localhost:${port}`, 'Upgrade: websocket'],
    ],
  ])('%s', async (_title, method, headers, body = '') => {
    const answer = await sendRaw(served.port, { method, headers: [...headers(served.port), close], body });
    expect(statusOf(answer)).toBe(200);
    expect(reached).toHaveLength(1);
  });

  test.each([
    ['/link?token=SBX-LINK-0', 'a link of another site that a person follows'],
    ['/link/ls_AAAA', 'a page of a link session'],
  ])('%s, %s', async (target) => {
    const headers = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
    const answer = await sendRaw(served.port, {
      target,
      headers: [`Host: localhost:${served.port}`, ...headers, close],
    });
    expect(statusOf(answer)).toBe(200);
  });

  test('a form of the page of a link session', async () => {
    const answer = await sendRaw(served.port, {
      method: 'POST',
      target: '/link/ls_AAAA/tiktok',
      headers: [
        `Host: localhost:${served.port}`,
        `Origin: http://localhost:${served.port}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 3',
        close,
      ],
      body: 'a=b',
    });
    expect([statusOf(answer), reached[0]?.body?.toString()]).toEqual([200, 'a=b']);
  });

  test.each([
    ['/upload', 'Authorization: Bearer KEY', 200],
    ['/media/upload', 'Authorization: Bearer KEY', 200],
    ['/media/upload', 'Accept: */*', 400],
    ['/post', 'Authorization: Bearer KEY', 400],
    ['/upload/', 'Authorization: Bearer KEY', 400],
  ])('a file as a form to %s, with "%s": %i', { tags: ['D2'] }, async (target, header, status) => {
    const type = 'Content-Type: multipart/form-data; boundary=x';
    const headers = [`Host: localhost:${served.port}`, header, type, 'Content-Length: 5', close];
    const answer = await sendRaw(served.port, { method: 'POST', target, headers, body: '--x--' });
    expect([statusOf(answer), reached.length]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test('the path arrives as it was written', async () => {
    const headers = [`Host: 127.0.0.1:${served.port}`, close];
    await sendRaw(served.port, { target: '//a/%2e%2e/b?c=%20d', headers });
    expect(reached[0]?.url.href).toBe(`http://127.0.0.1:${served.port}//b?c=%20d`);
  });

  test('no response may be framed, run, cached or sniffed', { tags: ['D5'] }, async () => {
    const answer = await sendRaw(served.port, { headers: [`Host: 127.0.0.1:${served.port}`, close] });
    for (const line of [
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'referrer-policy: no-referrer',
    ]) {
      expect(answer).toContain(line);
    }
  });
});
