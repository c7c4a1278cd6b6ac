import { connect, Socket } from 'node:net';
import { type OutboundParts, openOutbound } from '../../../src/outbound/open-outbound.ts';
import type { Outbound, OutboundRequest } from '../../../src/outbound/outbound.ts';
import { REAL_TIME } from '../../support/real-time.ts';

/** A connection that was begun. */
export interface Dialled {
  readonly address: string;
  readonly port: number;
}

export interface TestOutbound {
  readonly outbound: Outbound;
  /** All connections that were begun: each would have sent a packet. */
  readonly dialled: readonly Dialled[];
  readonly sockets: readonly Socket[];
  /** All names that were looked up. */
  readonly lookedUp: readonly string[];
}

interface TestOutboundOptions extends Partial<Pick<OutboundParts, 'allowance' | 'clock' | 'trusted'>> {
  /** What a name leads to. */
  readonly finds?: (name: string) => readonly string[];
  /** The port of this machine that every connection really leads to; by default, no server listens. */
  readonly leadsTo?: number;
  /** Where a connection reports that it leads; default: where it was begun to. */
  readonly seemsAt?: (address: string) => string | undefined;
}

export const PUBLIC = '93.184.216.34';

/** A way out with a network of its own: nothing leaves this machine, and what would have left is counted. */
export function isolatedOutbound({
  finds = () => [PUBLIC],
  leadsTo,
  seemsAt = (to) => to,
  ...parts
}: TestOutboundOptions = {}): TestOutbound {
  const dialled: Dialled[] = [];
  const sockets: Socket[] = [];
  const lookedUp: string[] = [];
  const outbound = openOutbound({
    allowance: [],
    clock: REAL_TIME,
    ...parts,
    async resolve(name) {
      lookedUp.push(name);
      return finds(name);
    },
    dial(to) {
      dialled.push(to);
      const socket = leadsTo === undefined ? silentSocket() : connect(leadsTo, '127.0.0.1');
      Object.defineProperty(socket, 'remoteAddress', { get: () => seemsAt(to.address) });
      sockets.push(socket);
      return socket;
    },
  });
  return { outbound, dialled, sockets, lookedUp };
}

/** A connection that is not accepted. */
export function silentSocket(): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  return socket;
}

/** A request as most tests make it. */
export function asking(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"hello":"there"}'),
    deadlineMs: 30_000,
    answerBytes: 1024,
    ...more,
  };
}

/** What an answer says but how long it took. */
export function recorded({ status, body, fault, byAllowance }: Awaited<ReturnType<Outbound['post']>>) {
  return { status, body: body === null ? null : Buffer.from(body).toString(), fault, byAllowance };
}
