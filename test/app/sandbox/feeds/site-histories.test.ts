import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { followSite } from '../../../support/network/follow-site.ts';
import { siteHistories } from '../../../support/network/site-history.ts';
import { testSeed } from '../../../support/test-seed.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);
const seed = testSeed();
/** test/slow/sandbox/feeds has more. */
const RUNS = 10;

test(`whatever a site does, no article is posted twice, and each that is new without doubt once (seed ${seed})`, () => {
  fc.assert(
    fc.property(siteHistories, (steps) => {
      const fixture = fixtures.open();
      const { posted, former, clear } = followSite(fixture, steps);
      fixture.close();
      expect(posted.toSorted()).toEqual([...new Set(posted)].toSorted());
      expect(posted.filter((number) => number <= former)).toEqual([]);
      expect(clear.filter((number) => !posted.includes(number))).toEqual([]);
    }),
    { seed, numRuns: RUNS },
  );
});
