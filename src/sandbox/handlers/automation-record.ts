import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import type { Automation, EntryRecord } from '../store/automations.ts';

/** The members of an automation without its triggers and actions. @see docs/service/automations.md#list */
function toAutomationSummary(automation: Automation) {
  const { id, accountId, name, description, active, totalSent, totalFailed, created, updated } = automation;
  return {
    id,
    platform: AUTOMATION_PLATFORM,
    accountId,
    name,
    description,
    active,
    stats: {
      totalSent,
      totalFailed,
      lastTriggeredAt: formatTimeOrNull(automation.lastTriggered),
      lastSentAt: formatTimeOrNull(automation.lastSent),
    },
    created: formatIsoSeconds(created),
    updated: formatIsoSeconds(updated),
  };
}

/**
 * A complete automation, as returned by create, list and get.
 *
 * @see docs/service/automations.md#automation, #get
 */
export function toAutomationRecord(automation: Automation) {
  return {
    ...toAutomationSummary(automation),
    triggers: automation.triggers.map(toEntryRecord),
    actions: automation.actions.map(toEntryRecord),
  };
}

/**
 * The fields of an entry are both under `config` and beside it: the contract shows either form, and clients read one
 * of them.
 */
function toEntryRecord({ id, type, config }: EntryRecord) {
  return { ...config, id, type, active: true, config };
}
