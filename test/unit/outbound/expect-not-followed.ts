import { expect } from 'vitest';
import type { hostileServers } from '../../support/against.ts';
import { wire } from '../../support/hostile-server.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { asking, wayOut } from './test-outbound.ts';

export const REDIRECTS = [301, 302, 303, 307, 308] as const;

/** What a header cannot hold is escaped in it. */
const asHeader = (url: string) =>
  Buffer.from(url.replace(/\p{Cc}/gu, (sign) => encodeURIComponent(sign))).toString('latin1');

/** How many of these lead to each bad target. */
const each = scaled(1, REDIRECTS.length);

export async function expectNotFollowed(
  start: ReturnType<typeof hostileServers>,
  bads: readonly string[],
): Promise<void> {
  const server = await start((socket, { path }) => {
    const [, status = '', place = ''] = path.split('/');
    const location = asHeader(bads[Number(place)] ?? '');
    socket.end(wire(Number(status), { location }, 'elsewhere'));
  });
  const { outbound, dialled, lookedUp } = wayOut({
    leadsTo: Number(server.url.port),
    allowance: [server.url.host],
  });
  for (const [place, bad] of bads.entries()) {
    const statuses = REDIRECTS.map((_status, at) => REDIRECTS[(place + at) % REDIRECTS.length]).slice(
      0,
      each,
    );
    const asked = statuses.map((status) => outbound.post(asking(`${server.url}${status}/${place}`)));
    const expected = statuses.map((status) => ({ status, fault: null, byAllowance: true }));
    expect([bad, await Promise.all(asked)]).toMatchObject([bad, expected]);
  }
  const count = bads.length * each;
  expect(server.connections).toBe(count);
  expect(new Set(dialled.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  expect({ dialled: dialled.length, lookedUp }).toEqual({ dialled: count, lookedUp: [] });
  report(`T7 redirects: ${count} to bad targets, ${dialled.length - count} followed`);
}
