import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type ListenOptions, Server as NetServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SandboxRequest } from '../../../src/sandbox/http/sandbox-request.ts';
import {
  type ListeningServer,
  SERVE_LIMITS,
  type ServeOptions,
  serve,
} from '../../../src/sandbox/http/serve.ts';
import { exchange, sendRaw, statusOf } from '../../support/network/raw-http.ts';

const open: ListeningServer[] = [];
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

describe('where it listens', { tags: ['D4'] }, () => {
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

  test('with another address, the name that was allowed is answered, and no other', {
    tags: ['D1'],
  }, async () => {
    const { port, reached, host } = await start({
      host: '0.0.0.0',
      allowedHosts: ['sandbox:4010', 'shop:80'],
    });
    const ask = async (line: string) =>
      statusOf(await sendRaw(port, { headers: [line, CLOSE] }, '127.0.0.2'));
    const lines = ['sandbox:4010', 'shop', 'sandbox', 'sandbox:4011', 'evil.example:4010', `0.0.0.0:${port}`];
    expect([await ask(host), ...(await Promise.all(lines.map((each) => ask(`Host: ${each}`))))]).toEqual([
      200, 200, 200, 403, 403, 403, 403,
    ]);
    expect(reached.map(({ url }) => url.host)).toContain('sandbox:4010');
    const other = await start({ host: '127.0.0.2' });
    expect(statusOf(await sendRaw(other.port, { headers: [other.host, CLOSE] }, '127.0.0.2'))).toBe(200);
    await expect(serve({ port: 0, answer: never, host: '192.0.2.1' })).rejects.toMatchObject({
      message: '192.0.2.1 is not an address of this machine',
    });
  });

  test.each(['127.0.0.1', '::1'])('a port that is taken on %s is named', async (address) => {
    const other = await occupy(address);
    const { port } = other.address() as AddressInfo;
    await expect(serve({ port, answer: never })).rejects.toMatchObject({
      kind: 'usage',
      message: `port ${port} is in use by another program`,
    });
    const both = address === '::1' ? ['127.0.0.1'] : ['::1'];
    for (const free of both)
      await expect(sendRaw(port, { headers: [] }, free)).rejects.toThrow('ECONNREFUSED');
    other.close();
  });

  test('any free port is one that is free on both addresses', async () => {
    const others: Server[] = [];
    const { listen } = NetServer.prototype;
    const listening = vi.spyOn(NetServer.prototype, 'listen');
    listening.mockImplementation(function (this: NetServer, ...[asked, listens]: Parameters<typeof listen>) {
      const { host, port } = asked as ListenOptions; // as the sandbox gives it
      if (host !== '::1' || others.length === 3) return listen.call(this, asked, listens);
      const other = createServer();
      others.push(other);
      listen.call(other, { port: port ?? 0, host }, () => void listen.call(this, asked, listens));
      return this;
    });
    const { port } = await start().finally(() => listening.mockRestore());
    const taken = others.map((other) => (other.address() as AddressInfo).port);
    expect(new Set([...taken, port]).size).toBe(4);
    for (const other of others) other.close();
  });
});

function occupy(address: string): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, address, () => resolve(server)));
}

const never = () => Promise.reject(new Error('nobody is to be asked'));

describe('what a client may take', { tags: ['D8'] }, () => {
  test('a head is cut at its limit', async () => {
    const { port, host, reached } = await start();
    const long = `X-Long: ${'x'.repeat(SERVE_LIMITS.headBytes)}`;
    expect(statusOf(await sendRaw(port, { headers: [host, long, CLOSE] }))).toBe(400);
    const many = Array.from({ length: 5_000 }, (_each, at) => `X-${at}: y`);
    expect(statusOf(await sendRaw(port, { headers: [host, ...many, CLOSE] }))).toBe(400);
    expect(reached).toEqual([]);
  });

  test('none of many headers is dropped: one behind them is seen', async () => {
    const { port, host, reached } = await start();
    const many = Array.from({ length: 1_500 }, () => 'a: b');
    const origin = 'Origin: https://evil.example';
    expect(statusOf(await sendRaw(port, { headers: [host, ...many, origin, CLOSE] }))).toBe(403);
    expect(reached).toEqual([]);
  });

  test.each(['with a Content-Length', 'in pieces without an end'] as const)(
    'of a body that is too large, one byte more than its limit is read: %s',
    async (how) => {
      const limits = { ...SERVE_LIMITS, bodyBytes: 10 };
      const { port, host, reached } = await start({ limits });
      const type = 'Content-Type: application/json';
      const said = how === 'with a Content-Length';
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
    expect(statusOf(answer)).toBe(400);
    expect(reached).toEqual([]);
  });

  test('a body that does not end is cut', async () => {
    const { port, host, reached } = await start({ limits: hasty });
    const headers = [host, 'Content-Type: application/json', 'Content-Length: 10'];
    const answer = await sendRaw(port, { method: 'POST', headers, body: '{' });
    expect(statusOf(answer)).toBe(400);
    expect(reached).toEqual([]);
  });

  test('a client that sends nothing is cut', async () => {
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

  test('connections are limited, and a new one is accepted when another has closed', async () => {
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

describe('a request that cannot be read is 400 with code 101, and reaches nothing', {
  tags: ['HTTP-09'],
}, () => {
  const hasty = { ...SERVE_LIMITS, headMs: 50, requestMs: 100, lookEveryMs: 10 };
  const JSON_TYPE = 'Content-Type: application/json';

  test.each<[string, (host: string) => string]>([
    ['no HTTP at all', () => 'hello\r\n\r\n'],
    ['a method that does not exist', (host) => `BREW / HTTP/1.1\r\n${host}\r\n\r\n`],
    ['a version that does not exist', (host) => `GET / HTTP/9.9\r\n${host}\r\n\r\n`],
    ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a name', (host) => `GET / HTTP/1.1\r\n${host}\r\n: x\r\n\r\n`],
    ['a control character in a header', (host) => `GET / HTTP/1.1\r\n${host}\r\nA: b\0c\r\n\r\n`],
    ['a space in the target', (host) => `GET /a b c HTTP/1.1\r\n${host}\r\n\r\n`],
    ['a head that is too large', (host) => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`],
    ['a head that does not end', (host) => `GET / HTTP/1.1\r\n${host}\r\nX-Slow: `],
    [
      'a body that does not end',
      (host) => `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nContent-Length: 10\r\n\r\n{`,
    ],
    [
      'two lengths',
      (host) =>
        `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    ['no length', (host) => `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nContent-Length: x\r\n\r\n{}`],
    [
      'a length and pieces',
      (host) =>
        `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'pieces that are none',
      (host) => `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    [
      'extensions of pieces without an end',
      (host) =>
        `POST / HTTP/1.1\r\n${host}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n`,
    ],
    [
      'a body that is a form',
      (host) => `POST / HTTP/1.1\r\n${host}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    ['another server in place of a path', (host) => `GET http://a.example/ HTTP/1.1\r\n${host}\r\n\r\n`],
    ['the server as a whole', (host) => `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`],
  ])('%s', async (_what, text) => {
    const { port, host, reached } = await start({ limits: hasty });
    const answer = await exchange(port, text(host));
    expect(statusOf(answer)).toBe(400);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      action: 'request',
      status: 'error',
      code: 101,
      message: expect.stringMatching(/\w/),
    });
    expect(reached).toEqual([]);
  });

  test('behind a good one, that is answered first', async () => {
    const { port, host } = await start({
      answer: async () => {
        await pause(100);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    const answers = await exchange(port, `GET / HTTP/1.1\r\n${host}\r\n\r\nnonsense\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('closing', () => {
  test('closes idle connections and requests in progress, and frees the port', async () => {
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

  test('a connection is kept alive for the next request', async () => {
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
