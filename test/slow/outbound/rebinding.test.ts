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
  'the same public': () => [PUBLIC],
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
  let keptAt: string | undefined;
  let reuses = 0;
  const { outbound, dialled, sockets, lookedUp } = isolatedOutbound({
    finds: () => answer,
    leadsTo: receiver.port,
    // what is between may lead elsewhere than it was asked to
    seemsAt: (address) => (moves ? bad(choose) : address),
    trusted: authority.cert,
  });
  for (let round = 0; round < rounds; round++) {
    const kind = oneOf(choose, ['public', 'the same public', 'the same public', ...Object.keys(FLIPS)]);
    answer = FLIPS[kind]?.(choose) ?? [];
    moves = choose(2) === 0;
    const begun = dialled.length;
    const keepsConnection = choose(4) > 0;
    const came = await outbound.post(asking('https://hooks.example/hook', { keepsConnection }));
    const isPublic = answer.length > 0 && answer.every((address) => PUBLIC_ONES.has(address));
    const isReused = isPublic && keepsConnection && keptAt !== undefined && answer.includes(keptAt);
    const isMoved = isPublic && moves && !isReused;
    const fault =
      answer.length === 0 ? 'name not found' : isPublic && !isMoved ? null : 'address not allowed';
    expect([round, answer, moves, came]).toMatchObject([round, answer, moves, { fault, byAllowance: false }]);
    expect(dialled.slice(begun).map(({ address }) => address)).toEqual(
      isPublic && !isReused ? answer.slice(0, 1) : [],
    );
    if (isReused) reuses += 1;
    else if (isPublic && keepsConnection) keptAt = isMoved ? undefined : answer[0];
    const name = `${kind}${isMoved ? ', then led elsewhere' : ''}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const arrived = receiver.arrived.length;
  expect(lookedUp).toHaveLength(rounds);
  expect(dialled.filter(({ address }) => isOwn(address))).toEqual([]);
  expect(sockets.filter(({ bytesWritten }) => bytesWritten > 0)).toHaveLength(arrived - reuses);
  expect(reuses).toBeGreaterThan(0);
  const reached = ['public', 'the same public', 'several public'].map((kind) => counts[kind] ?? 0);
  expect(arrived).toBe(reached.reduce((sum, count) => sum + count));
  report(
    `T7 rebinding: ${rounds} rounds (${countsIn(counts)}), ${arrived} arrived, ${reuses} over kept connections, 0 of ${dialled.length} connections private`,
  );
});
