import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openListener } from '../../../src/process/listener.ts';
import type { HttpListener, ListenerRequest } from '../../../src/world.ts';
import { exchange, rawText } from '../../support/network/raw-http.ts';

const MOST_BYTES = 1_000;
const HOST = 'Host: localhost';

let listener: HttpListener;
afterEach(() => listener.close());

/** Listens, and answers with 200 and the length of the body, or with 413; on `/unread` without reading it. */
async function open(): Promise<readonly (Uint8Array | null)[]> {
  const bodies: (Uint8Array | null)[] = [];
  listener = await openListener({
    port: 0,
    bodyBytes: MOST_BYTES,
    async answer({ target, readBody }: ListenerRequest) {
      if (target === '/unread') return { status: 404, headers: {}, body: new Uint8Array() };
      const body = await readBody();
      bodies.push(body);
      const status = body === null ? 413 : 200;
      return { status, headers: {}, body: new TextEncoder().encode(String(body?.length ?? '')) };
    },
  });
  return bodies;
}

const post = (target: string, length: number) => ({
  method: 'POST',
  target,
  headers: [HOST, `Content-Length: ${length}`],
});
/** Ends the connection, if what came before has left it open. */
const LAST = rawText({ target: '/last', headers: [HOST, 'Connection: close'] });

describe('a body', { tags: ['L8'] }, () => {
  test.each([
    ['is read', post('/', 3), 'abc', ['200', '200']],
    ['of the longest length is read', post('/', MOST_BYTES), 'x'.repeat(MOST_BYTES), ['200', '200']],
    ['one longer ends the connection', post('/', MOST_BYTES + 1), 'x'.repeat(MOST_BYTES + 1), ['413']],
    [
      'that is not asked for is skipped, and the next request is read',
      post('/unread', 3),
      'abc',
      ['404', '200'],
    ],
    ['that is not asked for, and too long, ends the connection', post('/unread', 1e6), 'abc', ['404']],
  ])('%s', async (_what, request, body, statuses) => {
    await open();
    const came = await exchange(listener.port, rawText({ ...request, body }) + LAST);
    expect([...came.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses);
  });

  test('in chunks is read as one', async () => {
    const bodies = await open();
    const headers = [HOST, 'Transfer-Encoding: chunked', 'Connection: close'];
    const body = '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    await exchange(listener.port, rawText({ method: 'POST', headers, body }));
    expect(bodies.map((each) => Buffer.from(each ?? '').toString())).toEqual(['abc']);
  });

  test('that does not come whole is not one', async () => {
    const bodies = await open();
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const socket = connect({ port: listener.port, host: '127.0.0.1' }, () =>
      socket.write(rawText({ ...post('/', 10), body: 'abc' }), () => socket.end()),
    );
    socket.on('close', () => resolve()).resume();
    await gone;
    expect(bodies).toEqual([]);
  });
});

describe('at the end', () => {
  /** Longer than any test. */
  const FOREVER_MS = 3_600_000;

  /** A request that is not answered before the test says so. */
  async function askForLater() {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    listener = await openListener({
      port: 0,
      bodyBytes: MOST_BYTES,
      async answer() {
        asked.resolve();
        await answered.promise;
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    const came = exchange(listener.port, rawText({ headers: [HOST] }));
    await asked.promise;
    return { came, answer: answered.resolve };
  }

  test('a request in progress is answered, and its connection is closed', { tags: ['L8'] }, async () => {
    const { came, answer } = await askForLater();
    const ended = listener.finish(FOREVER_MS);
    answer();
    expect(await came).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/);
    await ended;
    await expect(exchange(listener.port, rawText({ headers: [HOST] }))).rejects.toThrow('ECONNREFUSED');
  });

  test('one that is not answered in time is not waited for', { tags: ['L8'] }, async () => {
    const { came, answer } = await askForLater();
    await listener.finish(1);
    expect(await came).toBe('');
    answer();
  });
});

describe('when too many connections are open', { tags: ['D8'] }, () => {
  const request = rawText({ headers: [HOST, 'Connection: close'] });
  /** A client that sends part of a head; resolves when the server has closed it. */
  async function connectSlowly() {
    const socket = connect(listener.port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHo');
    return { socket, closed };
  }

  test('the oldest without a whole head is closed, and others are answered', async () => {
    let drops = 0;
    const answered = Promise.withResolvers<void>();
    listener = await openListener({
      port: 0,
      bodyBytes: MOST_BYTES,
      connections: 3,
      onDrop: () => {
        drops += 1;
      },
      async answer({ target }) {
        if (target === '/later') await answered.promise;
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    const inProgress = exchange(
      listener.port,
      rawText({ target: '/later', headers: [HOST, 'Connection: close'] }),
    );
    const first = await connectSlowly();
    const second = await connectSlowly();
    for (let at = 0; at < 3; at += 1) expect(await exchange(listener.port, request)).toContain('200 OK');
    await first.closed;
    answered.resolve();
    expect(await inProgress).toContain('200 OK');
    // a connection that has ended may still be open at the server when the next one comes
    expect(drops).toBeGreaterThan(0);
    second.socket.destroy();
  });
});
