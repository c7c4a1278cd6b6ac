import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { SandboxRequest } from '../../src/sandbox/exchange.ts';
import { SERVE_LIMITS, type Served, type ServeOptions, serve } from '../../src/sandbox/serve.ts';
import { exchange, sendRaw, statusOf } from '../support/raw-http.ts';

const open: Served[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});

async function start(options: Partial<ServeOptions> = {}) {
  const reached: SandboxRequest[] = [];
  const served = await serve({
    port: 0,
    answer: async (request) => {
      reached.push(request);
      return { status: 200, headers: {}, body: new TextEncoder().encode('{}') };
    },
    ...options,
  });
  open.push(served);
  return { ...served, reached, host: `Host: 127.0.0.1:${served.port}` };
}

const CLOSE = 'Connection: close';

describe('D4 where it listens', () => {
  test.each(['127.0.0.1', '::1'])('on %s', async (address) => {
    const { port, host } = await start();
    expect(statusOf(await sendRaw(port, { headers: [host, CLOSE] }, address))).toBe(200);
  });

  test('on no address that others reach', async () => {
    const { port, host } = await start();
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid)
      .map(({ address }) => address);
    for (const address of [...others, '127.0.0.2']) {
      await expect(sendRaw(port, { headers: [host, CLOSE] }, address)).rejects.toThrow('ECONNREFUSED');
    }
  });

  test.each(['127.0.0.1', '::1'])('a port that is taken on %s is named', async (address) => {
    const other = await occupy(address);
    const { port } = other.address() as AddressInfo;
    await expect(serve({ port, answer: never })).rejects.toMatchObject({
      kind: 'usage',
      message: `port ${port} is taken by another program`,
    });
    const both = address === '::1' ? ['127.0.0.1'] : ['::1'];
    for (const free of both)
      await expect(sendRaw(port, { headers: [] }, free)).rejects.toThrow('ECONNREFUSED');
    other.close();
  });
});

function occupy(address: string): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, address, () => resolve(server)));
}

const never = () => Promise.reject(new Error('nobody is to be asked'));

describe('D8 what a client may take', () => {
  test('a head is cut at its limit', async () => {
    const { port, host, reached } = await start();
    const long = `X-Long: ${'x'.repeat(SERVE_LIMITS.headBytes)}`;
    expect(statusOf(await sendRaw(port, { headers: [host, long, CLOSE] }))).toBe(431);
    const many = Array.from({ length: 5_000 }, (_each, at) => `X-${at}: y`);
    expect(statusOf(await sendRaw(port, { headers: [host, ...many, CLOSE] }))).toBe(431);
    expect(reached).toEqual([]);
  });

  test('none of many headers is dropped: one behind them is seen', async () => {
    const { port, host, reached } = await start();
    const many = Array.from({ length: 1_500 }, () => 'a: b');
    const origin = 'Origin: https://evil.example';
    expect(statusOf(await sendRaw(port, { headers: [host, ...many, origin, CLOSE] }))).toBe(403);
    expect(reached).toEqual([]);
  });

  test.each(['with its length said', 'in pieces without an end'] as const)(
    'of a body that is too large, one byte more than its limit is read: %s',
    async (how) => {
      const limits = { ...SERVE_LIMITS, bodyBytes: 10 };
      const { port, host, reached } = await start({ limits });
      const type = 'Content-Type: application/json';
      const said = how === 'with its length said';
      const size = said ? 'Content-Length: 1000000' : 'Transfer-Encoding: chunked';
      const body = said ? 'x'.repeat(64) : `40\r\n${'x'.repeat(64)}\r\n`;
      const answer = await sendRaw(port, { method: 'POST', headers: [host, type, size], body });
      expect(reached.map((each) => each.body?.length)).toEqual([11]);
      expect(statusOf(answer)).toBe(200);
    },
  );

  const hasty = { ...SERVE_LIMITS, headMs: 50, requestMs: 100, lookEveryMs: 10 };

  test('a head that does not end is cut', async () => {
    const { port, host, reached } = await start({ limits: { ...hasty, requestMs: SERVE_LIMITS.requestMs } });
    const answer = await exchange(port, `GET / HTTP/1.1\r\n${host}\r\nX-Slow: `);
    expect(statusOf(answer)).toBe(408);
    expect(reached).toEqual([]);
  });

  test('a body that does not end is cut', async () => {
    const { port, host, reached } = await start({ limits: hasty });
    const headers = [host, 'Content-Type: application/json', 'Content-Length: 10'];
    const answer = await sendRaw(port, { method: 'POST', headers, body: '{' });
    expect(statusOf(answer)).toBe(408);
    expect(reached).toEqual([]);
  });

  test('a client that says nothing is cut', async () => {
    const { port } = await start({ limits: { ...SERVE_LIMITS, silenceMs: 50 } });
    expect(await exchange(port, '')).toBe('');
  });

  test('the time that the sandbox itself takes for an answer is no silence of the client', async () => {
    const { port, host } = await start({
      limits: { ...SERVE_LIMITS, silenceMs: 30 },
      answer: async () => {
        await pause(300);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    // the second one waits for the first, and its answer for both
    const again = `GET /again HTTP/1.1\r\n${host}\r\n\r\n`;
    const answers = await exchange(port, `${again}${again}GET / HTTP/1.1\r\n${host}\r\n${CLOSE}\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  test('a client that does not read is cut, also after an answer that took long', async () => {
    const size = 50_000_000;
    const { port, host } = await start({
      limits: { ...SERVE_LIMITS, silenceMs: 50 },
      answer: async () => {
        await pause(200);
        return { status: 200, headers: {}, body: new Uint8Array(size) };
      },
    });
    const socket = await connected(port);
    socket.on('error', () => undefined); // it is cut in the middle
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n\r\n`);
    await pause(600);
    let came = 0;
    socket.on('data', (chunk) => {
      came += chunk.length;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.resume();
    await closed;
    expect(came).toBeLessThan(size);
  });

  test('there are no more connections than its limit, and others come in when one has gone', async () => {
    const { port, host } = await start({ limits: { ...SERVE_LIMITS, connections: 2 } });
    const idle = await Promise.all([connected(port), connected(port)]);
    expect(await sendRaw(port, { headers: [host, CLOSE] })).toBe('');
    await Promise.all(idle.map(leave));
    let status = 0;
    while (status === 0) status = statusOf(await sendRaw(port, { headers: [host, CLOSE] }));
    expect(status).toBe(200);
  });
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket));
  });
}

function leave(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.destroy();
  });
}

describe('closing', () => {
  test('ends connections that are kept and requests that are in the middle, and frees the port', async () => {
    const asked = Promise.withResolvers<void>();
    const { port, host, close } = await start({
      answer: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const kept = exchange(port, '');
    const middle = sendRaw(port, { headers: [host] });
    await asked.promise;
    await close();
    expect(await Promise.all([kept, middle])).toEqual(['', '']);
    await expect(sendRaw(port, { headers: [host] })).rejects.toThrow('ECONNREFUSED');
    const again = await start({ port });
    expect(again.port).toBe(port);
  });

  test('a connection is kept for the next request', async () => {
    const { port, host, reached } = await start();
    const one = `GET /one HTTP/1.1\r\n${host}\r\n\r\n`;
    const two = `GET /two HTTP/1.1\r\n${host}\r\n${CLOSE}\r\n\r\n`;
    const answers = await exchange(port, one + two);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(reached.map(({ url }) => url.pathname)).toEqual(['/one', '/two']);
  });

  test('a failure of the sandbox ends that connection, and no other', async () => {
    let isBroken = true;
    const { port, host } = await start({
      answer: async () => {
        if (isBroken) throw new Error('broken on purpose');
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    expect(await sendRaw(port, { headers: [host] })).toBe('');
    isBroken = false;
    expect(statusOf(await sendRaw(port, { headers: [host, CLOSE] }))).toBe(200);
  });
});
