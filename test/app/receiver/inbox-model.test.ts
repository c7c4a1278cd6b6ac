import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { inboxScenario, traceScenario } from '../../support/inbox-model/inbox-scenarios.ts';
import { createModelInbox } from '../../support/inbox-model/model-inbox.ts';
import { listInboxKinds } from '../../support/postgres/inboxes.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const RUNS = scaled(3, 500);
/** Each has a limit of its own, which all 10,000 scenarios together would exceed on a slow machine. */
const ROUNDS = scaled(1, 20);

const kinds = await listInboxKinds();
afterAll(async () => void (await Promise.all(kinds.map(({ close }) => close()))));

const firstSeed = testSeed();
const seeds = Array.from({ length: ROUNDS }, (_, round) => firstSeed + round);
const names = kinds.map(({ name }) => name).join(' and ');

test.each(seeds)(
  `random scenarios leave the same traces in the model, in ${names} (seed %i)`,
  {
    tags: ['T5'],
  },
  async (seed) => {
    let commands = 0;
    const property = fc.asyncProperty(inboxScenario, async (scenario) => {
      commands += scenario.length;
      const expected = await traceScenario(createModelInbox(), scenario);
      for (const { name, empty } of kinds)
        expect({ name, trace: await traceScenario(await empty(), scenario) }).toEqual({
          name,
          trace: expected,
        });
    });
    await fc.assert(property, { seed, numRuns: RUNS });
    report(
      `${RUNS} scenarios of ${commands} commands left the same traces in the model, in ${names} (seed ${seed})`,
    );
  },
);
