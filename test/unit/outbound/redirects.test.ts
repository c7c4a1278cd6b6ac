import { expect, test } from 'vitest';
import { hostileServers } from '../../support/against.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { wire } from '../../support/hostile-server.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { CORPUS_BAD } from './corpus-bad.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, wayOut } from './test-outbound.ts';

const started = hostileServers();
const receivers = secureReceivers();

const REDIRECTS = [301, 302, 303, 307, 308] as const;

/** What a header cannot hold is escaped in it. */
const asHeader = (url: string) =>
  Buffer.from(url.replace(/\p{Cc}/gu, (sign) => encodeURIComponent(sign))).toString('latin1');

/** How many of these lead to each bad target. */
const each = scaled(1, REDIRECTS.length);

test('T7 S4 a redirect to a bad target is an answer like any other, and not followed', async () => {
  const server = await started((socket, { path }) => {
    const [, status = '', place = ''] = path.split('/');
    const location = asHeader(CORPUS_BAD[Number(place)] ?? '');
    socket.end(wire(Number(status), { location }, 'elsewhere'));
  });
  const { outbound, dialled, lookedUp } = wayOut({
    leadsTo: Number(server.url.port),
    allowance: [server.url.host],
  });
  for (const [place, bad] of CORPUS_BAD.entries()) {
    const statuses = REDIRECTS.map((_status, at) => REDIRECTS[(place + at) % REDIRECTS.length]).slice(
      0,
      each,
    );
    const asked = statuses.map((status) => outbound.post(asking(`${server.url}${status}/${place}`)));
    const expected = statuses.map((status) => ({ status, fault: null, byAllowance: true }));
    expect([bad, await Promise.all(asked)]).toMatchObject([bad, expected]);
  }
  const count = CORPUS_BAD.length * each;
  expect(server.connections).toBe(count);
  expect(new Set(dialled.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  expect({ dialled: dialled.length, lookedUp }).toEqual({ dialled: count, lookedUp: [] });
  report(`T7 redirects: ${count} to bad targets, ${dialled.length - count} followed`);
});

test.each(REDIRECTS)('S4 %i to the very same place is not followed either', async (status) => {
  const authority = makeCertificate();
  const headers = { location: 'https://hooks.example/again' };
  const receiver = await receivers({ authority, answer: { status, headers } });
  const { outbound, dialled } = wayOut({ leadsTo: receiver.port, trusted: authority.cert });
  const answer = await outbound.post(asking('https://hooks.example/hook'));
  expect(answer).toMatchObject({ status, fault: null, byAllowance: false });
  expect(dialled).toHaveLength(1);
  expect(receiver.arrived.map(({ path }) => path)).toEqual(['/hook']);
});
