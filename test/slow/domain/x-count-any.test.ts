import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPostText } from '../../support/post-texts/any-post-text.ts';
import { compareValidity, explainDifference } from '../../support/post-texts/x-oracle.ts';
import { countsIn, report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const TEXTS = scaled(10_000, 100_000);

test(`${TEXTS} texts are counted and accepted as by twitter-text, or differ for a decided reason (seed ${seed})`, {
  tags: ['T21'],
}, () => {
  const decided: Record<string, number> = {};
  fc.assert(
    fc.property(anyPostText, (text) => {
      const reasons = explainDifference(text);
      if (reasons === null) {
        const { library, crier } = compareValidity(text);
        // an empty text is a problem of the post, which may have media
        expect(text === '' || crier === library).toBe(true);
        return;
      }
      expect(reasons).not.toEqual([]);
      for (const reason of reasons) decided[reason] = (decided[reason] ?? 0) + 1;
    }),
    { seed, numRuns: TEXTS },
  );
  report(`${TEXTS} texts counted for X, decided differences: ${countsIn(decided)}`);
});
