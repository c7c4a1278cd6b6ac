import { expect, test } from 'vitest';
import { hostileServers } from '../../support/against.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { CORPUS_BAD } from './corpus-bad.ts';
import { expectNotFollowed, REDIRECTS } from './expect-not-followed.ts';
import { sampleOf } from './sample-of.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, wayOut } from './test-outbound.ts';

const started = hostileServers();
const receivers = secureReceivers();

test('T7 S4 a redirect to a bad target is an answer like any other, and not followed', () =>
  expectNotFollowed(started, sampleOf(CORPUS_BAD)));

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
