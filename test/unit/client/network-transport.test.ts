import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  createNetworkTransport,
  type Environment,
  findProxy,
} from '../../../src/client/network-transport.ts';
import { getRequest, hostileServers, turns } from '../../support/network/against.ts';
import { API_KEY, target, testClient } from '../../support/network/client.ts';
import { answers, answersJson, pours, wire } from '../../support/network/hostile-server.ts';

const SERVICE = 'https://api.example:8443/x';
const PROXY = 'http://proxy.example:3128';

test.each([
  ['none is set', {}, SERVICE, null],
  ['HTTPS_PROXY is for https', { HTTPS_PROXY: PROXY }, SERVICE, 'proxy.example:3128'],
  ['HTTP_PROXY is not', { HTTP_PROXY: PROXY }, SERVICE, null],
  ['small letters count too', { https_proxy: PROXY }, SERVICE, 'proxy.example:3128'],
  [
    'small letters win',
    { https_proxy: 'http://small.example', HTTPS_PROXY: PROXY },
    SERVICE,
    'small.example',
  ],
  ['an empty one means none', { https_proxy: '', HTTPS_PROXY: PROXY }, SERVICE, null],
  ['an address without a scheme', { HTTPS_PROXY: 'proxy.example:3128' }, SERVICE, 'proxy.example:3128'],
  [
    'a user name and a password',
    { HTTPS_PROXY: 'http://u:p@proxy.example:3128' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY names the host', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.example, api.example' }, SERVICE, null],
  ['NO_PROXY names the domain', { HTTPS_PROXY: PROXY, NO_PROXY: 'example' }, SERVICE, null],
  ['NO_PROXY names the domain with a dot', { HTTPS_PROXY: PROXY, NO_PROXY: '.example' }, SERVICE, null],
  ['NO_PROXY names the domain with a star', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example' }, SERVICE, null],
  ['NO_PROXY in other letters', { HTTPS_PROXY: PROXY, no_proxy: 'API.Example.' }, SERVICE, null],
  ['NO_PROXY names the port', { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example:8443' }, SERVICE, null],
  [
    'NO_PROXY names another port',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example:443' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY means all', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, SERVICE, null],
  [
    'NO_PROXY names the end of a name',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'i.example' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY is empty', { HTTPS_PROXY: PROXY, NO_PROXY: ' , ' }, SERVICE, 'proxy.example:3128'],
  [
    'NO_PROXY names an IPv6 address',
    { HTTPS_PROXY: PROXY, NO_PROXY: '2001:db8::1' },
    'https://[2001:db8::1]/',
    null,
  ],
  [
    'NO_PROXY names an IPv6 address and its port',
    { HTTPS_PROXY: PROXY, NO_PROXY: '[2001:db8::1]:443' },
    'https://[2001:db8::1]/',
    null,
  ],
  ['this machine is not asked of another one', { HTTP_PROXY: PROXY }, 'http://127.0.0.1:4000/', null],
  ['nor by https', { HTTPS_PROXY: PROXY }, 'https://localhost/', null],
  [
    'a proxy of this machine is',
    { HTTP_PROXY: 'http://127.0.0.1:8080' },
    'http://localhost:4000/',
    '127.0.0.1:8080',
  ],
] as const satisfies readonly (readonly [string, Environment, string, string | null])[])(
  '%s',
  { tags: ['C2'] },
  (_why, env, url, proxy) => {
    expect(findProxy(new URL(url), env)?.host ?? null).toBe(proxy);
  },
);

test.each(['http://', 'ftp://proxy.example', '::'])(
  'HTTPS_PROXY as %s is a usage error that names it',
  (value) => {
    expect(() => findProxy(new URL(SERVICE), { HTTPS_PROXY: value })).toThrow(
      'HTTPS_PROXY is not the URL of a proxy',
    );
  },
);

const started = hostileServers();
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('nothing global is made or replaced', async () => {
  const dispatcher = Symbol.for('undici.globalDispatcher.1');
  const before = [globalThis.fetch, Reflect.get(globalThis, dispatcher)];
  const server = await started(answersJson({ status: 'success' }));
  for await (const _chunk of (await createNetworkTransport()(getRequest(server.url))).body);
  expect([globalThis.fetch, Reflect.get(globalThis, dispatcher)]).toEqual(before);
});

test('an answer comes as it is: not decoded, not followed, headers in small letters', async () => {
  const server = await started(answers(wire(302, { 'X-Two': 'a\r\nx-two: b', location: '/y' }, 'gone')));
  const { status, headers, body } = await createNetworkTransport()(getRequest(new URL('/x?y=1', server.url)));
  expect({ status, headers }).toMatchObject({ status: 302, headers: { 'x-two': 'a, b', location: '/y' } });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('gone');
  expect(server.arrived.map(({ path }) => path)).toEqual(['/x?y=1']);
});

test('a body arrives as it was sent', async () => {
  const server = await started(answersJson({ status: 'success' }));
  const request = {
    ...getRequest(server.url),
    method: 'DELETE',
    body: '{"id":"ř"}',
    headers: { 'content-type': 'a/b' },
  } as const;
  for await (const _chunk of (await createNetworkTransport()(request)).body);
  expect(Buffer.from(server.arrived[0]?.text ?? '', 'latin1').toString()).toMatch(/\r\n\r\n\{"id":"ř"\}$/);
});

test('a connection is kept alive for the next request, and two concurrent ones have two', async () => {
  const connections = new Set<unknown>();
  const server = createServer((request, response) => {
    connections.add(request.socket);
    response.end('{}');
  });
  const url = await new Promise<URL>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`));
    });
  });
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const transport = createNetworkTransport();
  const read = async () => {
    for await (const _chunk of (await transport(getRequest(url))).body);
  };
  await read();
  await read();
  expect(connections.size).toBe(1);
  await Promise.all([read(), read()]);
  expect(connections.size).toBe(2);
});

test('a signal ends a request at once, with its reason, and its connection with it', async () => {
  const server = await started(() => undefined);
  const end = new AbortController();
  const request = createNetworkTransport()(getRequest(server.url, end.signal));
  await server.asked();
  end.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  await expect(createNetworkTransport()(getRequest(server.url, end.signal))).rejects.toThrow('enough');
  expect(server.arrived).toHaveLength(1);
});

test('a reader that leaves ends the connection', async () => {
  let left: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  const server = await started((socket) => {
    socket.on('close', () => left?.());
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pours(socket, '1\r\nx\r\n');
  });
  const { body } = await createNetworkTransport()(getRequest(server.url));
  for await (const _chunk of body) break;
  await gone;
});

test('a slow reader is not flooded', async () => {
  let written = 0;
  const piece = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  const server = await started((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const pour = () => {
      if (socket.destroyed) return;
      written += piece.length;
      if (socket.write(piece)) setImmediate(pour);
      else socket.once('drain', pour);
    };
    pour();
  });
  const { body } = await createNetworkTransport()(getRequest(server.url));
  for await (const _chunk of body) {
    await turns(2_000);
    break;
  }
  expect(written).toBeLessThan(32 * 1024 * 1024);
});

/** A proxy on this machine, that lets through what it is asked for. */
async function proxy(answer: (head: string, socket: Socket) => void) {
  const heads: string[] = [];
  const server = await started((socket, { text }) => {
    heads.push(text);
    answer(text, socket);
  });
  return { url: server.url, heads };
}

function through(env: Environment, to: URL) {
  return testClient({ transport: createNetworkTransport(env), target: target(to) }).request({
    method: 'GET',
    path: '/x',
  });
}

test('HTTPS_PROXY gets a tunnel request, and no key', async () => {
  const secure = await started(() => undefined);
  const { url, heads } = await proxy((head, socket) => {
    const port = Number(/^CONNECT [^ ]*:(\d+) /.exec(head)?.[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.destroy();
      socket.end();
    });
  });
  const to = new URL(`https://127.0.0.1:${secure.url.port}/`);
  await expect(through({ HTTPS_PROXY: url.host }, to)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(`${to.host} (through the proxy ${url.host})`),
  });
  expect(heads).toHaveLength(1);
  expect(heads[0]).toMatch(new RegExp(`^CONNECT ${to.host} HTTP/1.1\r\n`));
  expect(heads[0]).not.toContain(API_KEY);
});

test('HTTP_PROXY on this machine gets a plain request to this machine', async () => {
  const { url, heads } = await proxy((_head, socket) =>
    socket.end(wire(200, { 'content-type': 'application/json' }, '{}')),
  );
  const { http } = await through({ HTTP_PROXY: url.href }, new URL('http://127.0.0.1:9/api'));
  expect(http).toBe(200);
  expect(heads[0]).toMatch(/^GET http:\/\/127\.0\.0\.1:9\/api\/x HTTP\/1\.1\r\n/);
});

test.each([
  ['refuses the tunnel', 403, /is not allowed by the proxy/],
  ['wants a password', 407, /is not allowed by the proxy/],
])('a proxy that %s is named', async (_why, status, message) => {
  const { url } = await proxy((_head, socket) => socket.end(wire(status, {})));
  const error = through(
    { HTTPS_PROXY: `http://user:secret-of-proxy@${url.host}` },
    new URL('https://127.0.0.1:9/'),
  );
  await expect(error).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringMatching(message) });
  await expect(error).rejects.toThrow(`through the proxy ${url.host}`);
  await expect(error).rejects.not.toThrow('secret-of-proxy');
});

test('NO_PROXY goes past the proxy', async () => {
  const server = await started(answersJson({ status: 'success' }));
  const { url, heads } = await proxy(() => undefined);
  const { http } = await through({ HTTP_PROXY: url.href, NO_PROXY: '127.0.0.1' }, server.url);
  expect({ http, heads }).toEqual({ http: 200, heads: [] });
});
