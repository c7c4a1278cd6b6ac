import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import type { ClaimStore, DeliveryClaim } from '../../../src/library/receiver.ts';
import { testSeed } from '../test-seed.ts';

const NOW = 1_790_000_000_000;
const LEASE_MS = 60_000;
const KEEP_MS = 24 * 3_600_000;

/** A claim of these keys by an owner, some milliseconds after the start. */
export const claimOf = (keys: readonly string[], owner: string, after = 0): DeliveryClaim => ({
  keys: keys.toSorted(),
  owner,
  now: NOW + after,
  leaseUntil: NOW + after + LEASE_MS,
  expiresAt: NOW + after + KEEP_MS,
});

interface ClaimStep {
  readonly action: 'claim' | 'complete' | 'release';
  readonly claim: DeliveryClaim;
}

const Keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 });

/** Few keys and owners, so that they meet; the clock only goes forward, sometimes over a lease. */
const Steps = fc
  .array(
    fc.record({
      action: fc.constantFrom('claim', 'claim', 'complete', 'release'),
      keys: Keys,
      // who completes or releases: one of those that claimed, in most cases
      by: fc.nat(29),
      passed: fc.constantFrom(0, 1, LEASE_MS - 1, LEASE_MS),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .map((steps) => {
    let after = 0;
    return steps.map(({ action, keys, by, passed }, place): ClaimStep => {
      after += passed;
      // a claim has an owner of its own, as those of a receiver do
      return {
        action: action as ClaimStep['action'],
        claim: claimOf(keys, `${action === 'claim' ? place : by % (place + 1)}`, after),
      };
    });
  });

async function runSteps(store: ClaimStore, steps: readonly ClaimStep[], prefix: string) {
  const results: unknown[] = [];
  for (const { action, claim } of steps)
    results.push(await store[action]({ ...claim, keys: claim.keys.map((key) => `${prefix}${key}`) }));
  return results;
}

/**
 * What every claim store keeps, whatever it is made of.
 *
 * @param open opens the same one again and again
 * @param prunesEvery after how many claims it looks for expired ones
 */
export function testClaimStore(
  open: () => Promise<ClaimStore>,
  {
    runs,
    isKept,
    prunesEvery = 100,
  }: { readonly runs: number; readonly isKept: boolean; readonly prunesEvery?: number },
): void {
  test('a claim is made once, and a completed one is found again', { tags: ['HOOK-12', 'L3'] }, async () => {
    const store = await open();
    const first = claimOf(['once'], 'one');
    expect(await store.claim(first)).toBe('claimed');
    expect(await store.claim(claimOf(['once'], 'two'))).toBe('in progress');
    await store.complete(first);
    expect(await store.claim(claimOf(['once'], 'two', KEEP_MS - 1))).toBe('completed');
  });

  test('any common key is enough, and the other keys stay free', { tags: ['HOOK-13'] }, async () => {
    const store = await open();
    await store.complete(claimOf(['hook 1', 'event'], 'one'));
    expect(await store.claim(claimOf(['hook 2', 'event'], 'two'))).toBe('completed');
    expect(await store.claim(claimOf(['hook 2'], 'three'))).toBe('claimed');
  });

  test('a lease of a receiver that died does not last for the hour by which the clock was set back', async () => {
    const store = await open();
    expect(await store.claim(claimOf(['set back'], 'one'))).toBe('claimed');
    expect(await store.claim(claimOf(['set back'], 'two', -4 * LEASE_MS))).toBe('in progress'); // another machine's clock
    expect(await store.claim(claimOf(['set back'], 'two', -60 * LEASE_MS))).toBe('claimed');
  });

  test('a lease ends by itself, and what its owner does later changes nothing of the next one', async () => {
    const store = await open();
    const slow = claimOf(['slow'], 'one');
    expect(await store.claim(slow)).toBe('claimed');
    expect(await store.claim(claimOf(['slow'], 'two', LEASE_MS - 1))).toBe('in progress');
    expect(await store.claim(claimOf(['slow'], 'two', LEASE_MS))).toBe('claimed');
    await store.release(slow);
    expect(await store.claim(claimOf(['slow'], 'three', LEASE_MS))).toBe('in progress');
  });

  test('a released claim is free, a completed one cannot be released', async () => {
    const store = await open();
    const claim = claimOf(['released'], 'one');
    await store.claim(claim);
    await store.release(claim);
    expect(await store.claim(claim)).toBe('claimed');
    await store.complete(claim);
    await store.release(claim);
    expect(await store.claim(claimOf(['released'], 'two'))).toBe('completed');
  });

  test('work that was done after its lease, and whose claim is gone, is completed all the same', async () => {
    const store = await open();
    const slow = claimOf(['done late'], 'one');
    const next = claimOf(['done late'], 'two', LEASE_MS);
    await store.claim(slow);
    await store.claim(next);
    await store.release(next);
    await store.complete(slow);
    expect(await store.claim(claimOf(['done late'], 'three', LEASE_MS))).toBe('completed');
  });

  test('of fifty claims at once, one is made', { tags: ['W-15'] }, async () => {
    const store = await open();
    const claims = Array.from({ length: 50 }, (_, at) => claimOf([`copy ${at % 2}`, 'fifty'], `owner ${at}`));
    const outcomes = await Promise.all(claims.map((claim) => store.claim(claim)));
    // those that take each other a key away may all get none
    const made = outcomes.filter((outcome) => outcome === 'claimed').length;
    expect(made).toBe(1);
    expect(outcomes.filter((outcome) => outcome === 'in progress')).toHaveLength(49);
  });

  if (isKept)
    test('another one on the same place finds the claims', { tags: ['HOOK-12'] }, async () => {
      await (await open()).complete(claimOf(['kept'], 'one'));
      expect(await (await open()).claim(claimOf(['kept'], 'two'))).toBe('completed');
    });

  test('claims are removed when they have expired, and not before', async () => {
    const store = await open();
    await store.complete(claimOf(['expired'], 'one'));
    for (let at = 0; at <= prunesEvery; at += 1) {
      const claim = claimOf([`other ${at}`], 'one', KEEP_MS + 1);
      await store.claim(claim);
      await store.release(claim);
    }
    expect(await store.claim(claimOf(['expired'], 'two', KEEP_MS + 1))).toBe('claimed');
  });

  const seed = testSeed();
  test(`claims that are made at the same time share no key (seed ${seed})`, {
    tags: ['HOOK-12', 'HOOK-13'],
  }, async () => {
    const store = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(Keys, { minLength: 20, maxLength: 40 }), async (wanted) => {
        run += 1;
        const claims = wanted.map((keys, at) =>
          claimOf(
            keys.map((key) => `race ${run} ${key}`),
            `${at}`,
          ),
        );
        const outcomes = await Promise.all(claims.map((claim) => store.claim(claim)));
        const made = claims.filter((_claim, at) => outcomes[at] === 'claimed').flatMap(({ keys }) => keys);
        expect(made).toEqual([...new Set(made)]);
        expect(outcomes).not.toContain('completed');
      }),
      { seed, numRuns: Math.ceil(runs / 5) },
    );
  });

  test(`any sequence has the same results as in memory (seed ${seed})`, { tags: ['T5'] }, async () => {
    const store = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        run += 1;
        expect(await runSteps(store, steps, `${run} `)).toEqual(
          await runSteps(createMemoryClaims(), steps, ''),
        );
      }),
      { seed, numRuns: runs },
    );
  });
}
