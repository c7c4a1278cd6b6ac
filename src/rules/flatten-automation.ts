import type { AutomationRecord, StoredEntry } from '../facts/automation.ts';
import type { LooseRecord } from './loose-record.ts';

/** An automation as it is written; its entries hold whatever the service stored. */
export interface FlatAutomation {
  readonly platform?: string;
  readonly name?: string;
  readonly description?: string;
  readonly triggers: readonly LooseRecord[];
  readonly actions: readonly LooseRecord[];
}

/**
 * Turns an automation that was read back to the form that creating and updating take. What the service alone decides
 * about it goes: ids, account, state, stats and times. An empty description is none.
 *
 * @see docs/service/automations.md#get
 */
export function flattenAutomation(record: AutomationRecord): FlatAutomation {
  const { platform, name, description, triggers, actions } = record;
  return {
    ...(platform && { platform }),
    ...(name && { name }),
    ...(description && { description }),
    triggers: triggers.map(flattenEntry),
    actions: actions.map(flattenEntry),
  };
}

/**
 * A trigger or action with its fields beside `type`, where some of them may have stood already. Fields that nobody
 * knows stay.
 */
export function flattenEntry({ id, active, type, config, ...beside }: StoredEntry): LooseRecord {
  return { type, ...beside, ...config };
}
