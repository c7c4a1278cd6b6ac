import { getEventListeners } from 'node:events';
import { connect, Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type OutboundParts, openOutbound } from '../../../src/outbound/open-outbound.ts';
import { eventually } from '../../support/eventually.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { hostileServers, turns } from '../../support/network/against.ts';
import { answersJson, type Behaviour, wire } from '../../support/network/hostile-server.ts';
import { asking, isolatedOutbound, recorded, silentSocket } from './test-outbound.ts';

const started = hostileServers();

const ADDRESS = 'hooks.example:4000';
const URL_OF_IT = 'http://hooks.example:4000/';

type Manner = 'takes it' | 'refuses' | 'says nothing';

/** A way out to a name of several addresses, each of which takes connections in its manner. */
async function several(
  manners: readonly Manner[],
  { behaviour = answersJson({}), ...parts }: Partial<OutboundParts> & { behaviour?: Behaviour } = {},
) {
  const server = await started(behaviour);
  const clock = createManualClock({ start: 7_000, holdsFromMs: 1 });
  const tried: number[] = [];
  const sockets: Socket[] = [];
  const dial: Record<Manner, () => Socket> = {
    'takes it': () => connect(Number(server.url.port), '127.0.0.1'),
    refuses: silentSocket,
    'says nothing': () => new Socket(),
  };
  const outbound = openOutbound({
    allowance: [ADDRESS],
    clock,
    resolve: async () => manners.map((_manner, at) => `10.0.0.${at}`),
    dial({ address }) {
      const at = Number(address.split('.').at(-1));
      tried.push(at);
      const socket = dial[manners[at] ?? 'refuses']();
      sockets.push(socket);
      return socket;
    },
    ...parts,
  });
  return { server, clock, tried, sockets, outbound };
}

describe('the next address is tried', () => {
  test.each<[string, readonly Manner[], readonly number[], number | null]>([
    ['when the first refuses', ['refuses', 'takes it'], [0, 1], 200],
    ['when several do', ['refuses', 'refuses', 'refuses', 'takes it'], [0, 1, 2, 3], 200],
    ['but not when the first takes it', ['takes it', 'takes it'], [0], 200],
    ['until none is left', ['refuses', 'refuses'], [0, 1], null],
    ['at most eight', Array<Manner>(20).fill('refuses'), [0, 1, 2, 3, 4, 5, 6, 7], null],
  ])('%s', async (_what, manners, expected, status) => {
    const { outbound, tried, server } = await several(manners);
    const answer = await outbound.post(asking(URL_OF_IT));
    expect([answer.status, answer.fault]).toEqual([status, status === null ? 'connection refused' : null]);
    expect(tried).toEqual(expected);
    expect(server.connections).toBe(status === null ? 0 : 1);
  });

  test.each([
    ['half of the time for two', 3_000, 2, 1_500],
    ['a third for three', 3_000, 3, 1_000],
    ['but two seconds at most', 15_000, 2, 2_000],
  ])('when the first sends nothing for its share: %s', async (_what, deadlineMs, count, shareMs) => {
    const manners: Manner[] = ['says nothing', ...Array<Manner>(count - 1).fill('takes it')];
    const { outbound, tried, clock, sockets } = await several(manners);
    const answer = outbound.post(asking(URL_OF_IT, { deadlineMs }));
    await turns(5);
    clock.advance(shareMs - 1);
    await turns(5);
    expect(tried).toEqual([0]);
    clock.advance(1);
    expect(await answer).toMatchObject({ status: 200, fault: null, ms: shareMs });
    expect(tried).toEqual([0, 1]);
    expect(sockets[0]?.destroyed).toBe(true);
  });

  test('but not after one has taken it, however long it takes to answer', async () => {
    const asked = Promise.withResolvers<() => void>();
    const { outbound, clock, tried, sockets } = await several(['takes it', 'takes it'], {
      behaviour: (...request) => asked.resolve(() => answersJson({})(...request)),
    });
    const answer = outbound.post(asking(URL_OF_IT));
    const giveAnswer = await asked.promise;
    clock.advance(2_000);
    await turns(5);
    expect(sockets[0]?.destroyed).toBe(false);
    giveAnswer();
    expect((await answer).status).toBe(200);
    expect(tried).toEqual([0]);
  });

  test('the last one may say nothing until the time is up', async () => {
    const { outbound, tried, clock, sockets } = await several(['says nothing', 'says nothing']);
    let isOver = false;
    const answer = outbound.post(asking(URL_OF_IT, { deadlineMs: 10_000 })).finally(() => {
      isOver = true;
    });
    await turns(5);
    clock.advance(2_000);
    await turns(5);
    clock.advance(7_999);
    await turns(5);
    expect({ tried, isOver }).toEqual({ tried: [0, 1], isOver: false });
    clock.advance(1);
    expect(await answer).toEqual({
      status: null,
      body: null,
      fault: 'timeout',
      byAllowance: true,
      ms: 10_000,
    });
    await turns(5);
    expect(tried).toEqual([0, 1]);
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('none is tried after the time is up', async () => {
    const { outbound, tried, clock } = await several(['says nothing', 'takes it']);
    const answer = outbound.post(asking(URL_OF_IT, { deadlineMs: 1_000 }));
    await turns(5);
    clock.advance(5_000);
    expect((await answer).fault).toBe('timeout');
    await turns(10);
    expect(tried.length).toBeLessThanOrEqual(2);
    expect(tried).toEqual([0]);
  });
});

describe('one span of time is for all of it', { tags: ['S6'] }, () => {
  test('for a name that is never found', async () => {
    const { outbound, clock, tried } = await several([], { resolve: () => new Promise(() => {}) });
    const answer = outbound.post(asking(URL_OF_IT, { deadlineMs: 500 }));
    await turns(5);
    clock.advance(499);
    await turns(5);
    clock.advance(1);
    expect(await answer).toEqual({ status: null, body: null, fault: 'timeout', byAllowance: false, ms: 500 });
    expect(tried).toEqual([]);
  });

  test('a name that is found too late is not connected to', async () => {
    let find: ((addresses: readonly string[]) => void) | undefined;
    const { outbound, clock, tried } = await several(['takes it'], {
      resolve: () =>
        new Promise((resolve) => {
          find = resolve;
        }),
    });
    const answer = outbound.post(asking(URL_OF_IT, { deadlineMs: 500 }));
    await turns(5);
    clock.advance(500);
    expect((await answer).fault).toBe('timeout');
    find?.(['10.0.0.0']);
    await turns(10);
    expect(tried).toEqual([]);
  });

  test('nor is a connection used that was kept for it', async () => {
    let find: ((addresses: readonly string[]) => void) | undefined;
    const { outbound, clock, sockets, server } = await several(['takes it'], {
      behaviour: (socket) => void socket.write(wire(200, { connection: 'keep-alive' }, '{}')),
      resolve: () =>
        new Promise((resolve) => {
          find = resolve;
        }),
    });
    const first = outbound.post(asking(URL_OF_IT, { keepsConnection: true }));
    find?.(['10.0.0.0']);
    expect((await first).status).toBe(200);
    const answer = outbound.post(asking(URL_OF_IT, { keepsConnection: true, deadlineMs: 500 }));
    await turns(5);
    clock.advance(500);
    expect((await answer).fault).toBe('timeout');
    expect(sockets[0]?.destroyed).toBe(false);
    find?.(['10.0.0.0']);
    await turns(10);
    expect(sockets[0]?.destroyed).toBe(true);
    expect(server.arrived).toHaveLength(1);
  });

  test('a name that cannot be resolved is reported as such, whatever the reason', async () => {
    const { outbound } = await several([], { resolve: () => Promise.reject(new Error('EAI_AGAIN')) });
    expect(await outbound.post(asking(URL_OF_IT))).toMatchObject({ fault: 'name not found' });
    const { outbound: empty } = await several([]);
    expect(await empty.post(asking(URL_OF_IT))).toMatchObject({ fault: 'name not found' });
  });
});

describe('the caller may abort it', () => {
  const patience = { deadlineMs: 1_000 };

  test('before it has begun', async () => {
    const { outbound, tried } = await several(['takes it']);
    const answer = await outbound.post(asking(URL_OF_IT, { ...patience, signal: AbortSignal.abort() }));
    expect(recorded(answer)).toEqual({ status: null, body: null, fault: 'interrupted', byAllowance: false });
    expect(tried).toEqual([]);
  });

  test.each<[string, Manner]>([
    ['while it connects', 'says nothing'],
    ['while it waits for the answer', 'takes it'],
  ])('%s', async (_what, manner) => {
    const server = await started(() => undefined);
    const dial = () => connect(Number(server.url.port), '127.0.0.1');
    const { outbound, sockets } = await several([manner], manner === 'takes it' ? { dial } : {});
    const end = new AbortController();
    const answer = outbound.post(asking(URL_OF_IT, { ...patience, signal: end.signal }));
    if (manner === 'takes it') await server.asked();
    else await turns(5);
    end.abort();
    expect(await answer).toMatchObject({ status: null, fault: 'interrupted', byAllowance: true });
    expect(getEventListeners(end.signal, 'abort')).toEqual([]);
    await eventually(() => expect(server.open).toBe(0));
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('while the body comes: its status was heard', async () => {
    const part = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel';
    const server = await started((socket) => socket.write(part));
    const { outbound, sockets } = isolatedOutbound({
      allowance: [server.url.host],
      leadsTo: Number(server.url.port),
    });
    const end = new AbortController();
    const answer = outbound.post(asking(server.url.href, { signal: end.signal }));
    await eventually(() => expect(sockets[0]?.bytesRead).toBe(part.length));
    await turns();
    end.abort();
    expect(await answer).toMatchObject({ status: 200, body: null, fault: 'interrupted' });
    await eventually(() => expect(server.open).toBe(0));
  });

  test('after all is over it ends nothing', async () => {
    const { outbound } = await several(['takes it']);
    const end = new AbortController();
    const answer = await outbound.post(asking(URL_OF_IT, { ...patience, signal: end.signal }));
    expect(getEventListeners(end.signal, 'abort')).toEqual([]);
    end.abort();
    expect(answer).toMatchObject({ status: 200, fault: null });
  });
});

test('what is a fault of our own is not taken for one of the receiver', async () => {
  const { outbound } = await several([], {
    resolve: async () => ['10.0.0.1'],
    dial: () => {
      throw new TypeError('a defect');
    },
  });
  await expect(outbound.post(asking(URL_OF_IT))).rejects.toThrow('a defect');
});
