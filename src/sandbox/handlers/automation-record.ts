import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { momentOrNull } from '../moment-or-null.ts';
import type { Automation, Entry } from '../store/automations.ts';

/** An automation without its triggers and actions. @see docs/service/automations.md#list */
function automationSummary(automation: Automation) {
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
      lastTriggeredAt: momentOrNull(automation.lastTriggered),
      lastSentAt: momentOrNull(automation.lastSent),
    },
    created: formatIsoSeconds(created),
    updated: formatIsoSeconds(updated),
  };
}

/**
 * An automation whole, as it is answered on create, list and get.
 *
 * @see docs/service/automations.md#automation, #get
 */
export function automationRecord(automation: Automation) {
  return {
    ...automationSummary(automation),
    triggers: automation.triggers.map(storedForm),
    actions: automation.actions.map(storedForm),
  };
}

/** The fields of an entry are under `config` and beside it: the contract shows either form, and clients read one of them. */
function storedForm({ id, type, config }: Entry) {
  return { ...config, id, type, active: true, config };
}
