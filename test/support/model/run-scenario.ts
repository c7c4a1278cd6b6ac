import { carryOut } from './carry-out.ts';
import type { ModelCommand } from './command.ts';
import { Difference, newScenario, type Scenario } from './scenario.ts';
import { openScenarioSandbox } from './scenario-sandbox.ts';

/** What a scenario had in it, to be counted. */
export type Covered = Readonly<Record<string, number>>;

/**
 * Runs a scenario on a sandbox of its own and on the model, and lets time pass at its end until all is done.
 *
 * @param open makes the sandbox; it is closed at the end
 * @returns how many dispatches ended in each way, and how much left
 * @throws Difference that names the step after which model and sandbox did not agree
 */
export async function runScenario(
  steps: readonly ModelCommand[],
  open = openScenarioSandbox,
): Promise<Covered> {
  const scenario = newScenario(await open());
  try {
    for (const [place, step] of [...steps, ...ENDING].entries()) await carryOutNamed(scenario, step, place);
    return covered(scenario);
  } finally {
    scenario.sandbox.close();
  }
}

const SCHEDULE_S = 16 * 60 * 60;

/** After these, everything that was queued has run, every delivery has ended, and was checked. */
const ENDING: readonly ModelCommand[] = [{ do: 'advance', seconds: SCHEDULE_S }, { do: 'compare' }];

async function carryOutNamed(scenario: Scenario, step: ModelCommand, place: number): Promise<void> {
  try {
    await carryOut(scenario, step);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    throw new Difference(`step ${place + 1}, ${step.do}: ${error.message}`, { cause: error });
  }
}

function covered({ world }: Scenario): Covered {
  const { dispatches, deliveries, callbacks } = world;
  const counts: Record<string, number> = {};
  const count = (name: string, much = 1) => {
    counts[name] = (counts[name] ?? 0) + much;
  };
  for (const { status } of dispatches) count(status);
  for (const { state, attempts } of deliveries) {
    count(state === 'delivered' ? 'delivered' : 'undelivered');
    count('attempts', attempts.length);
  }
  const results = dispatches.flatMap((dispatch) => dispatch.results ?? []);
  count('texts used', results.filter(({ source }) => source === 'callback').length);
  count('callbacks asked', callbacks.asked);
  count('callbacks kept back', callbacks.keptBack);
  return Object.fromEntries(Object.entries(counts).filter(([, much]) => much > 0));
}
