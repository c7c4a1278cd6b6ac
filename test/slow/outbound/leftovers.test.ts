import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { OutboundFault } from '../../../src/outbound/outbound.ts';
import { eventually } from '../../support/eventually.ts';
import { hostileServers } from '../../support/network/against.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { answers, type Behaviour, wire } from '../../support/network/hostile-server.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { secureReceivers } from '../../unit/outbound/secure-receiver.ts';
import { asking, isolatedOutbound } from '../../unit/outbound/test-outbound.ts';

const started = hostileServers();
const receivers = secureReceivers();

const AT_ONCE = 50;
const OPEN = ['TCPSocketWrap', 'TLSWrap', 'TCPConnectWrap', 'GetAddrInfoReqWrap', 'Zlib'];

/** What keeps a process alive; timers are the clock's. */
const held = () => process.getActiveResourcesInfo().filter((kind) => OPEN.includes(kind)).length;

/** A clock that knows who sleeps. */
function watched() {
  let asleep = 0;
  return {
    clock: {
      ...REAL_TIME,
      async sleep(milliseconds: number, signal?: AbortSignal) {
        asleep += 1;
        await REAL_TIME.sleep(milliseconds, signal).finally(() => {
          asleep -= 1;
        });
      },
    },
    asleep: () => asleep,
  };
}

/** Asks many times at once, and looks what is left of it. */
async function leavesNothing(
  post: (clock: ReturnType<typeof watched>['clock'], signal: AbortSignal) => Promise<OutboundFault | null>,
  expected: OutboundFault | null,
) {
  const before = held();
  const { clock, asleep } = watched();
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  const { signal } = new AbortController();
  const faults = await Promise.all(Array.from({ length: AT_ONCE }, () => post(clock, signal)));
  expect(faults).toEqual(Array(AT_ONCE).fill(expected));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await eventually(() => expect(asleep()).toBe(0));
  await eventually(() => expect(held()).toBeLessThanOrEqual(before));
  process.off('warning', warn);
  expect(warnings).toEqual([]);
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n';
const NEVER: Behaviour = () => undefined;

test.each<[string, Behaviour, number, OutboundFault | null]>([
  ['a good answer', answers(wire(200, {}, 'hello')), 30_000, null],
  ['one whose connection stays open', (socket) => socket.write(`${HEAD}hello`), 30_000, null],
  ['no answer', NEVER, 50, 'timeout'],
  ['half a head', (socket) => socket.write('HTTP/1.1 200 OK\r\nconte'), 50, 'timeout'],
  ['half a body', (socket) => socket.write(`${HEAD}he`), 50, 'timeout'],
  ['a reset', (socket) => socket.resetAndDestroy(), 30_000, 'connection lost'],
  ['an end', (socket) => socket.end(), 30_000, 'connection lost'],
  ['garbage', answers(Buffer.from('hello')), 30_000, 'answer not readable'],
  ['too much', answers(wire(200, {}, 'x'.repeat(5_000))), 30_000, 'answer too large'],
  [
    'another protocol',
    (socket) => socket.write('HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    30_000,
    'connection lost',
  ],
])('nothing is left behind of %s', async (_what, behaviour, deadlineMs, expected) => {
  const server = await started(behaviour);
  await leavesNothing(async (clock, signal) => {
    const { outbound } = isolatedOutbound({
      allowance: [server.url.host],
      leadsTo: Number(server.url.port),
      clock,
    });
    return (await outbound.post(asking(server.url.href, { deadlineMs, signal }))).fault;
  }, expected);
  await eventually(() => expect(server.open).toBe(0));
});

test.each<[string, boolean, OutboundFault | null]>([
  ['a good answer', true, null],
  ['a certificate that is not valid', false, 'certificate not valid'],
])('nothing is left behind of %s over TLS', async (_what, isTrusted, expected) => {
  const authority = makeCertificate();
  const { port } = await receivers({ authority });
  const trusted = isTrusted ? authority.cert : makeCertificate().cert;
  await leavesNothing(async (clock, signal) => {
    const { outbound } = isolatedOutbound({ leadsTo: port, trusted, clock });
    return (await outbound.post(asking('https://hooks.example/', { signal }))).fault;
  }, expected);
});

test.each<[string, string, () => readonly string[], OutboundFault]>([
  ['an address that is not allowed', 'https://127.0.0.1/', () => [], 'address not allowed'],
  ['a name that leads to one', 'https://hooks.example/', () => ['127.0.0.1'], 'address not allowed'],
  ['a name that is not found', 'https://hooks.example/', () => [], 'name not found'],
  [
    'a connection that is refused',
    'https://hooks.example/',
    () => ['8.8.8.8', '1.1.1.1'],
    'connection refused',
  ],
])('nothing is left behind of %s', async (_what, url, finds, expected) => {
  await leavesNothing(async (clock, signal) => {
    const { outbound } = isolatedOutbound({ finds, clock });
    return (await outbound.post(asking(url, { signal }))).fault;
  }, expected);
});

test('nothing is left behind of a handshake that is never answered', async () => {
  const server = await started(NEVER);
  const sockets: Socket[] = [];
  await leavesNothing(async (clock, signal) => {
    const way = isolatedOutbound({ leadsTo: Number(server.url.port), clock });
    const { fault } = await way.outbound.post(asking('https://hooks.example/', { deadlineMs: 50, signal }));
    sockets.push(...way.sockets);
    return fault;
  }, 'timeout');
  await eventually(() => expect(server.open).toBe(0));
  expect(sockets.filter(({ destroyed }) => !destroyed)).toEqual([]);
});
