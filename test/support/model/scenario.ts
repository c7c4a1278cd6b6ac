import { activityIdOf } from './expected-row.ts';
import { planKey } from './fake-outbound.ts';
import { callbackOutcome, webhookOutcome } from './outside.ts';
import { type ScenarioSandbox, START } from './scenario-sandbox.ts';
import { type Keyed, type ModelWorld, newWorld, type Outside } from './world.ts';

/** A scenario while it runs: the model, the sandbox, and which thing of the one is which of the other. */
export interface Scenario {
  readonly world: ModelWorld;
  readonly sandbox: ScenarioSandbox;
  /** Ids of the automations, by number. */
  readonly automationIds: string[];
  /** Ids of triggers and actions, by key. */
  readonly entryIds: Map<number, string>;
  /** Ids of people as an account sees them, by profile and handle. */
  readonly people: Map<string, string>;
  /** Of every attempt that was seen. */
  readonly deliveryIds: Set<string>;
}

export function newScenario(sandbox: ScenarioSandbox): Scenario {
  const scenario: Scenario = {
    world: newWorld(START, {
      webhook: (delivery) => outside.webhook(delivery),
      callback: (callback) => outside.callback(callback),
    }),
    sandbox,
    automationIds: [],
    entryIds: new Map(),
    people: new Map(),
    deliveryIds: new Set(),
  };
  const outside = outsideOf(scenario);
  return scenario;
}

/** The same plan as that of the sandbox's way out, for what the model sends. */
function outsideOf(scenario: Scenario): Outside {
  const { moods } = scenario.sandbox.outbound;
  const nameOf = (key: number) => scenario.entryIds.get(key) ?? '';
  return {
    webhook({ kind, dispatch, key, attempts }) {
      const of = key === null ? `automation.${kind}` : nameOf(key);
      return webhookOutcome(moods.webhooks, planKey(activityIdOf(scenario, dispatch), of), attempts.length);
    },
    callback: ({ dispatch, key }) =>
      callbackOutcome(moods.texts, planKey(activityIdOf(scenario, dispatch), nameOf(key))),
  };
}

/** What model and sandbox do not agree on. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/**
 * Learns the ids of an automation's triggers or actions, or finds that one which stayed the same has another id, or a
 * new one an old one's.
 *
 * @see docs/service/readings.md#U-14
 * @throws Difference
 */
export function learnIds(
  { entryIds }: Scenario,
  entries: readonly Keyed<unknown>[],
  stored: readonly { readonly id: string }[],
): void {
  if (entries.length !== stored.length) {
    throw new Difference(`${entries.length} entries are ${stored.length} in the sandbox`);
  }
  for (const [place, { key }] of entries.entries()) {
    const id = stored[place]?.id ?? '';
    const known = entryIds.get(key);
    if (known === undefined && [...entryIds.values()].includes(id)) {
      throw new Difference(`the new entry ${place} has the id of an old one: ${id}`);
    }
    if (known !== undefined && known !== id) {
      throw new Difference(`entry ${place} stayed as it is, and its id changed from ${known} to ${id}`);
    }
    entryIds.set(key, id);
  }
}
