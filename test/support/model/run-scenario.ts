import { carryOut } from './carry-out.ts';
import type { Command } from './command.ts';
import { Difference, newScenario, type Scenario } from './scenario.ts';
import { openScenarioSandbox } from './scenario-sandbox.ts';

/** What a scenario had in it, to be counted. */
export type Covered = Readonly<Record<string, number>>;

/**
 * Runs a scenario on a sandbox of its own and on the model, and lets time pass at its end until all is done.
 *
 * @param open makes the sandbox; it is closed at the end
 * @returns how many dispatches ended in each way
 * @throws Difference that names the step after which model and sandbox did not agree
 */
export async function runScenario(steps: readonly Command[], open = openScenarioSandbox): Promise<Covered> {
  const scenario = newScenario(await open());
  try {
    for (const [place, step] of [...steps, ...ENDING].entries()) await carryOutNamed(scenario, step, place);
    return covered(scenario);
  } finally {
    scenario.sandbox.close();
  }
}

/** After these two, everything that was queued has run and was looked at. */
const ENDING: readonly Command[] = [{ do: 'advance', seconds: 60 }, { do: 'look' }];

async function carryOutNamed(scenario: Scenario, step: Command, place: number): Promise<void> {
  try {
    await carryOut(scenario, step);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    throw new Difference(`step ${place + 1}, ${step.do}: ${error.message}`, { cause: error });
  }
}

function covered({ world }: Scenario): Covered {
  const counts: Record<string, number> = {};
  for (const { status } of world.dispatches) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
