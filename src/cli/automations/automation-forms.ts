import type { LooseRecord } from '../../domain/json/loose-record.ts';
import type { AutomationRecord, StoredEntry } from '../../service/endpoints/automation.ts';

/** An automation in its flat form; the entries contain the fields that the service stored. */
export interface FlatAutomation {
  readonly platform?: string;
  readonly name?: string;
  readonly description?: string;
  readonly triggers: readonly LooseRecord[];
  readonly actions: readonly LooseRecord[];
}

/**
 * Converts a stored automation to the flat form that create and update accept. Fields that only the service sets are
 * dropped: ids, account, state, stats and times. An empty description is dropped, too.
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

/** Moves the fields of a trigger or action from `config` beside `type`. Unknown fields stay. */
export function flattenEntry({ id, active, type, config, ...beside }: StoredEntry): LooseRecord {
  return { type, ...beside, ...config };
}
