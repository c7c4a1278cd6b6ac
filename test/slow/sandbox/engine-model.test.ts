import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runScenario } from '../../support/model/run-scenario.ts';
import { openScenarioSandbox, openTwoSandboxes } from '../../support/model/scenario-sandbox.ts';
import { scenarios } from '../../support/model/scenarios.ts';
import { countsIn, report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const scenario = scenarios(scaled(40, 100));
const manyRuns = scaled(50, 3_000);
const someRuns = scaled(10, 200);

/** What happens in some scenario at least, and what a few scenarios may not have. */
const USUAL_ENDS = ['attempts', 'callbacks asked', 'delivered', 'failed', 'rate_limited', 'sent', 'skipped'];
const RARE_ENDS = ['auth_error', 'callbacks kept back', 'deduplicated', 'texts used', 'undelivered'];
const EXPECTED_ENDS = [...USUAL_ENDS, ...RARE_ENDS.slice(0, scaled(0, RARE_ENDS.length))];

/** @returns how many dispatches ended in each way, and how much left, over all scenarios */
async function compare(numRuns: number, open: typeof openScenarioSandbox): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  const agrees = fc.asyncProperty(scenario, async (steps) => {
    const covered = await runScenario(steps, open);
    for (const [end, count] of Object.entries(covered)) ends[end] = (ends[end] ?? 0) + count;
  });
  await fc.assert(agrees, { seed, numRuns });
  report(`${numRuns} scenarios against the model: ${countsIn(ends)} (seed ${seed})`);
  return ends;
}

test(`the engine does what a model of the specification does, in ${manyRuns} random scenarios (seed ${seed})`, async () => {
  const ends = await compare(manyRuns, openScenarioSandbox);
  // Scenarios in which little happens would agree on everything.
  expect(EXPECTED_ENDS.filter((end) => ends[end] === undefined)).toEqual([]);
});

test(`so do two processes on one file, in turn, in ${someRuns} of them (seed ${seed})`, async () => {
  expect(await compare(someRuns, openTwoSandboxes)).toMatchObject({ sent: expect.any(Number) });
});
