import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { hostileServers } from '../../support/network/against.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { type Behaviour, wire } from '../../support/network/hostile-server.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, isolatedOutbound, PUBLIC } from './test-outbound.ts';

const started = hostileServers();
const receivers = secureReceivers();

const KEPT = { connection: 'keep-alive', 'keep-alive': 'timeout=5' };

/** Leaves the connection open, whatever it says. The body comes after the head. */
const says =
  (headers: Readonly<Record<string, string>>): Behaviour =>
  (socket) => {
    const bytes = wire(200, headers, '{}');
    socket.write(bytes.subarray(0, -2));
    setImmediate(() => socket.write(bytes.subarray(-2)));
  };

const keeping = (url: string, more = {}) => asking(url, { keepsConnection: true, ...more });

/** A receiver, and a client that may reach it by names which lead wherever `leads` says. */
async function open(behaviour: Behaviour) {
  const server = await started(behaviour);
  const port = Number(server.url.port);
  const leads = { to: ['10.0.0.1'] };
  const hosts = ['hooks.example', 'other.example'].map((name) => `${name}:${port}`);
  const made = isolatedOutbound({ allowance: hosts, finds: () => leads.to, leadsTo: port });
  return { server, leads, url: `http://${hosts[0]}/`, otherUrl: `http://${hosts[1]}/`, ...made };
}

test.each<[string, Readonly<Record<string, string>>, boolean, number]>([
  ['announces that it keeps it', KEPT, true, 1],
  ['announces no time', { connection: 'Keep-Alive' }, true, 1],
  ['announces it among others', { connection: 'x , keep-alive , y' }, true, 1],
  ['announces others', { connection: 'not-keep-alive, keep-alive-not' }, true, 2],
  ['announces both', { connection: 'keep-alive, close' }, true, 2],
  ['says nothing, although it keeps it', { connection: 'x' }, true, 2],
  ['closes it', { connection: 'close' }, true, 2],
  ['closes it too soon for another request', { ...KEPT, 'keep-alive': 'timeout=1, max=100' }, true, 2],
  ['was not asked to keep it', KEPT, false, 2],
])(
  'a server that %s gets two requests one after the other over the expected number of connections',
  { tags: ['S2'] },
  async (_what, headers, keepsConnection, connections) => {
    const { outbound, url, dialled, lookedUp, server, sockets } = await open(says(headers));
    for (const _ of [1, 2]) {
      expect(await outbound.post(asking(url, { keepsConnection }))).toMatchObject({
        status: 200,
        fault: null,
        byAllowance: true,
      });
    }
    expect(dialled).toHaveLength(connections);
    // what is not kept is closed, though the server leaves it open
    expect(sockets[0]?.destroyed).toBe(connections === 2);
    // each request has a resolution of its own all the same
    expect(lookedUp).toEqual(['hooks.example', 'hooks.example']);
    expect(server.arrived.map(({ headers: { connection } }) => connection)).toEqual(
      Array(2).fill(keepsConnection ? 'keep-alive' : 'close'),
    );
  },
);

test.each([
  ['timeout=3, max=100', 2_000],
  ['max=100,timeout=3', 2_000],
  ['max=100 timeout=120', 4_000],
  ['timeout=30x, timeout=3', 2_000],
  ['nottimeout=3, timeout=4', 3_000],
  ['max=100', 1_000],
])(
  'a connection of a server that announces %j is kept for %i ms, and not while a request uses it',
  async (announced, ms) => {
    const seen: (number | undefined)[] = [];
    const made = await open((socket, request) => {
      seen.push(made.sockets[0]?.timeout);
      says({ ...KEPT, 'keep-alive': announced })(socket, request);
    });
    for (const _ of [1, 2]) {
      await made.outbound.post(keeping(made.url));
      expect(made.sockets.map(({ timeout, destroyed }) => [timeout, destroyed])).toEqual([[ms, false]]);
    }
    expect(seen).toEqual([undefined, 0]);
    made.sockets[0]?.emit('timeout');
    expect(made.sockets[0]?.destroyed).toBe(true);
  },
);

test('a connection is used by one request at a time', { tags: ['S2'] }, async () => {
  const { outbound, url, server } = await open(says(KEPT));
  await Promise.all([outbound.post(keeping(url)), outbound.post(keeping(url))]);
  await Promise.all([outbound.post(keeping(url)), outbound.post(keeping(url)), outbound.post(keeping(url))]);
  expect(server.connections).toBe(3);
});

test('a connection to an address that the name does not lead to any more is closed', {
  tags: ['S2'],
}, async () => {
  const { outbound, url, leads, dialled, sockets } = await open(says(KEPT));
  await outbound.post(keeping(url));
  leads.to = ['10.0.0.2', '10.0.0.3'];
  await outbound.post(keeping(url));
  expect(dialled.map(({ address }) => address)).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  leads.to = ['10.0.0.9', '10.0.0.2'];
  await outbound.post(keeping(url));
  expect(dialled).toHaveLength(2);
});

test.each([
  ['a private address', ['127.0.0.1']],
  ['a public and a private one', [PUBLIC, '10.0.0.1']],
])(
  'nothing is sent over a kept connection once the name leads to %s',
  { tags: ['S2'] },
  async (_what, then) => {
    const authority = makeCertificate();
    const receiver = await receivers({ authority });
    let found: readonly string[] = [PUBLIC];
    const { outbound, dialled } = isolatedOutbound({
      finds: () => found,
      leadsTo: receiver.port,
      trusted: authority.cert,
    });
    const url = 'https://hooks.example/hook';
    for (const _ of [1, 2]) expect(await outbound.post(keeping(url))).toMatchObject({ fault: null });
    expect([dialled.length, receiver.connections, receiver.arrived.length]).toEqual([1, 1, 2]);
    found = then;
    expect(await outbound.post(keeping(url))).toMatchObject({ status: null, fault: 'address not allowed' });
    expect([dialled.length, receiver.arrived.length]).toEqual([1, 2]);
  },
);

test('another host has a connection of its own, also at the same address', { tags: ['S2'] }, async () => {
  const { outbound, url, otherUrl, server } = await open(says(KEPT));
  await outbound.post(keeping(url));
  await outbound.post(keeping(otherUrl));
  expect(server.connections).toBe(2);
});

test('a request that keeps no connection uses no kept one', async () => {
  const { outbound, url, server } = await open(says(KEPT));
  await outbound.post(keeping(url));
  await outbound.post(asking(url));
  expect(server.connections).toBe(2);
});

test.each<[string, Behaviour, string | null]>([
  [
    'sends more than the response',
    (socket) => socket.write(`${wire(200, KEPT, '{}')}HTTP/1.1 200 X\r\n\r\n`),
    null,
  ],
  ['sends more after the response', says(KEPT), 'HTTP/1.1 200 X\r\n\r\n'],
  ['closes it all the same', (socket) => socket.end(wire(200, KEPT, '{}')), null],
])('a connection whose server %s is not used again', async (_what, behaviour, later) => {
  const accepted: Socket[] = [];
  const { outbound, url, server, sockets } = await open((socket, request) => {
    accepted.push(socket);
    behaviour(socket, request);
  });
  await outbound.post(keeping(url));
  sockets[0]?.removeAllListeners('timeout'); // it is not closed because its time is over
  if (later !== null) accepted[0]?.write(later);
  await eventually(() => expect(server.open).toBe(0));
  expect(await outbound.post(keeping(url))).toMatchObject({ status: 200, fault: null });
  expect(server.connections).toBe(2);
});

test('a request that is lost on a kept connection is a failed one: it is not sent again', {
  tags: ['HOOK-09'],
}, async () => {
  let answered = 0;
  const { outbound, url, server } = await open((socket) => {
    answered += 1;
    if (answered === 1) socket.write(wire(200, KEPT, '{}'));
    else socket.destroy();
  });
  await outbound.post(keeping(url));
  expect(await outbound.post(keeping(url))).toMatchObject({ status: null, fault: 'connection lost' });
  expect(server.arrived).toHaveLength(2);
});

test('the signal of a request that has ended closes the connection that was kept after it', async () => {
  const { outbound, url, sockets } = await open(says(KEPT));
  const end = new AbortController();
  await outbound.post(keeping(url, { signal: end.signal }));
  expect(sockets[0]?.destroyed).toBe(false);
  end.abort();
  expect(sockets[0]?.destroyed).toBe(true);
});

test('the signal of a request that has ended does not end the next one on its connection', async () => {
  const end = new AbortController();
  const { outbound, url, server } = await open((socket, request) => {
    if (server.arrived.length === 2) end.abort();
    says(KEPT)(socket, request);
  });
  await outbound.post(keeping(url, { signal: end.signal }));
  expect(await outbound.post(keeping(url))).toMatchObject({ status: 200, fault: null });
  expect(server.connections).toBe(1);
});

test('at most 64 connections are kept: the one that was idle the longest is closed', {
  tags: ['D8'],
}, async () => {
  const { outbound, url, server, leads } = await open(says(KEPT));
  // all at once, so that none uses the connection of another
  await Promise.all(Array.from({ length: 65 }, () => outbound.post(keeping(url))));
  await eventually(() => expect([server.connections, server.open]).toEqual([65, 64]));
  leads.to = ['10.0.0.2'];
  await outbound.post(keeping(url));
  await eventually(() => expect(server.open).toBe(1));
});
