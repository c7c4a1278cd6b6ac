import type { AutomationRecord, StoredEntry } from '../../service/endpoints/automations.ts';
import type { LooseRecord } from '../json/loose-record.ts';

/**
 * Converts a stored automation to the flat form that create and update accept. Fields that only the service sets are
 * dropped: ids, account, state, stats and times. An empty description is dropped, too.
 *
 * @see docs/service/automations.md#get
 */
export function flattenAutomation({ platform, name, description, triggers, actions }: AutomationRecord) {
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
