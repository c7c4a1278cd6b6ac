import { afterAll, test } from 'vitest';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { checkSiteHistories } from '../../../support/network/follow-site.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);
const seed = testSeed();

test(`whatever a site does, no article is posted twice, and each that is new without doubt once (seed ${seed})`, () => {
  checkSiteHistories(fixtures, { seed, numRuns: scaled(250, 20_000) });
});
