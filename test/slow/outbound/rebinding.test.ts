import { expect, test } from 'vitest';
import { makeCertificate } from '../../support/network/certificate.ts';
import { countsIn, report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { type Choose, chooser, oneOf } from '../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../support/test-seed.ts';
import { BAD_ANSWERS } from '../../unit/outbound/corpus-bad.ts';
import { GOOD_ADDRESSES } from '../../unit/outbound/corpus-good.ts';
import { isOwn } from '../../unit/outbound/own-networks.ts';
import { secureReceivers } from '../../unit/outbound/secure-receiver.ts';
import { asking, isolatedOutbound, PUBLIC } from '../../unit/outbound/test-outbound.ts';

const receivers = secureReceivers();

const PUBLIC_ONES = new Set([PUBLIC, ...GOOD_ADDRESSES]);

const good = (choose: Choose) => oneOf(choose, [PUBLIC, ...GOOD_ADDRESSES]);
const bad = (choose: Choose) => oneOf(choose, ['127.0.0.1', ...BAD_ANSWERS]);

/** What a resolver that changes its mind answers next. */
const FLIPS: Readonly<Record<string, (choose: Choose) => readonly string[]>> = {
  public: (choose) => [good(choose)],
  'several public': (choose) => [good(choose), good(choose), good(choose)],
  private: (choose) => [bad(choose)],
  'public first': (choose) => [good(choose), bad(choose)],
  'private first': (choose) => [bad(choose), good(choose)],
  empty: () => [],
};

const seed = testSeed();

test(`a resolver that flips its answer leads nowhere private (seed ${seed})`, {
  tags: ['T7', 'S1', 'S2', 'CBK-08', 'K-08'],
}, async () => {
  const choose = chooser(seed);
  const authority = makeCertificate();
  const receiver = await receivers({ authority });
  const rounds = scaled(500, 5_000);
  const counts: Record<string, number> = {};
  let answer: readonly string[] = [];
  let moves = false;
  const { outbound, dialled, sockets, lookedUp } = isolatedOutbound({
    finds: () => answer,
    leadsTo: receiver.port,
    // what is between may lead elsewhere than it was asked to
    seemsAt: (address) => (moves ? bad(choose) : address),
    trusted: authority.cert,
  });
  for (let round = 0; round < rounds; round++) {
    const kind = oneOf(choose, ['public', 'public', ...Object.keys(FLIPS)]);
    answer = FLIPS[kind]?.(choose) ?? [];
    moves = choose(2) === 0;
    const begun = dialled.length;
    const came = await outbound.post(asking('https://hooks.example/hook'));
    const isPublic = answer.length > 0 && answer.every((address) => PUBLIC_ONES.has(address));
    const fault = answer.length === 0 ? 'name not found' : isPublic && !moves ? null : 'address not allowed';
    expect([round, answer, moves, came]).toMatchObject([round, answer, moves, { fault, byAllowance: false }]);
    expect(dialled.slice(begun).map(({ address }) => address)).toEqual(isPublic ? answer.slice(0, 1) : []);
    const name = `${kind}${isPublic && moves ? ', then led elsewhere' : ''}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const arrived = receiver.arrived.length;
  expect(lookedUp).toHaveLength(rounds);
  expect(dialled.filter(({ address }) => isOwn(address))).toEqual([]);
  expect(sockets.filter(({ bytesWritten }) => bytesWritten > 0)).toHaveLength(arrived);
  expect(arrived).toBe((counts['public'] ?? 0) + (counts['several public'] ?? 0));
  report(
    `T7 rebinding: ${rounds} rounds (${countsIn(counts)}), ${arrived} arrived, 0 of ${dialled.length} connections private`,
  );
});
