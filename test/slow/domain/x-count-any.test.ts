import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPostText } from '../../support/any-post-text.ts';
import { countsIn, report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';
import { explainDifference } from '../../support/x-oracle.ts';

const seed = testSeed();
const TEXTS = scaled(10_000, 200_000);

test(`T21 ${TEXTS} texts are counted as twitter-text counts them, or differ for a decided reason (seed ${seed})`, () => {
  const decided: Record<string, number> = {};
  fc.assert(
    fc.property(anyPostText, (text) => {
      const reasons = explainDifference(text);
      if (reasons === null) return;
      expect(reasons).not.toEqual([]);
      for (const reason of reasons) decided[reason] = (decided[reason] ?? 0) + 1;
    }),
    { seed, numRuns: TEXTS },
  );
  report(`${TEXTS} texts counted for X, decided differences: ${countsIn(decided)}`);
});
