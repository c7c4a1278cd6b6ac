import type * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import {
  type AutomationsAnswer,
  listAutomations,
  type NewAutomation,
  type StoredEntry,
} from '../../../service/endpoints/automations.ts';
import { flattenEntry, formatState } from './stored-automation.ts';

type ListedAutomation = z.infer<typeof AutomationsAnswer>['automations'][number];

/** An automation that is there already. */
export interface ExistingAutomation {
  readonly summary: ListedAutomation;
  /** Whether it has the name, or else the same triggers. */
  readonly hasName: boolean;
}

/** Finds an automation with the name of a new one, or else with the same triggers; null if there is none. */
export async function findExisting(
  client: Client,
  { name, triggers }: NewAutomation,
): Promise<ExistingAutomation | null> {
  const { automations } = (await client.call(listAutomations, {})).body;
  const named = automations.find((each) => each.name === name);
  if (named !== undefined) return { summary: named, hasName: true };
  const wanted = describeTriggers(triggers);
  const alike = automations.find((each) => describeTriggers(each.triggers ?? []) === wanted);
  return alike === undefined ? null : { summary: alike, hasName: false };
}

/** Triggers in an order and a form of their own, without what the service adds. */
function describeTriggers(triggers: readonly StoredEntry[]): string {
  const described = triggers.map((entry) => JSON.stringify(Object.entries(flattenEntry(entry)).toSorted()));
  return JSON.stringify(described.toSorted());
}

/** Says what is there already, in one sentence. */
export function formatExisting({ summary, hasName }: ExistingAutomation): string {
  const what = hasName ? 'an automation of this name' : 'an automation with the same triggers';
  return `there is already ${what}: ${summary.id} ${summary.name ?? ''} (${formatState(summary)})`;
}
