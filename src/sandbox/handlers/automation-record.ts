import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import { momentOrNull } from '../moment-or-null.ts';
import type { Automation, AutomationOutline, Entry } from '../store/automations.ts';

/** An automation as the list tells of it. @see undescribed.md 2.2 */
export function automationSummary(automation: AutomationOutline) {
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
    created: isoSeconds(created),
    updated: isoSeconds(updated),
  };
}

/** An automation whole, its entries nested. @see undescribed.md 2.3 */
export function automationRecord(automation: Automation) {
  return {
    ...automationSummary(automation),
    triggers: automation.triggers.map(storedForm),
    actions: automation.actions.map(storedForm),
  };
}

function storedForm({ id, type, config }: Entry) {
  return { id, type, active: true, config };
}
