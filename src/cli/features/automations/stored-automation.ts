import { formatState } from '../../../domain/automations/describe-automation.ts';
import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { AutomationSummary } from '../../../service/endpoints/automations.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';

const pickCount = (name: 'totalSent' | 'totalFailed', title: string) => ({
  name: `stats.${name}`,
  title,
  value: ({ stats }: AutomationSummary) => stats?.[name] ?? null,
});

const pickTime = (name: 'lastTriggeredAt' | 'lastSentAt' | 'created' | 'updated', title: string) => {
  const isOwn = name === 'created' || name === 'updated';
  return {
    name: isOwn ? name : `stats.${name}`,
    title,
    value: (row: AutomationSummary) => readTimestamp(isOwn ? row[name] : row.stats?.[name]).iso,
  };
};

export const AUTOMATION_COLUMNS: readonly Column<AutomationSummary>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('name', 'name'), role: 'name', flexible: true },
  { ...pickMember('active', 'state'), show: formatState, role: 'status', drop: 0 },
  { ...pickCount('totalSent', 'sent'), role: 'count', drop: 3 },
  { ...pickCount('totalFailed', 'failed'), role: 'count', drop: 4 },
  { ...pickTime('lastTriggeredAt', 'latest'), placeholder: () => 'never', role: 'time', drop: 5 },
  { ...pickTime('created', 'created'), role: 'time', drop: 6 },
  { ...pickTime('lastSentAt', 'last sent'), dataOnly: true },
  { ...pickMember('description', 'description'), dataOnly: true },
  { ...pickMember('platform', 'network'), dataOnly: true },
  { ...pickMember('accountId', 'account'), dataOnly: true },
  { ...pickTime('updated', 'updated'), dataOnly: true },
];

/** Why an automation cannot be sent, and how to get one that can. */
export interface StoredForm {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Detects an automation in the form in which the service returns it: with ids, and with fields under `config` or beside
 * it. The service does not accept that form.
 *
 * @returns null for any other
 * @see docs/service/automations.md#get
 */
export function detectStoredForm(value: unknown): StoredForm | null {
  const triggers = getField(value, 'triggers');
  const isStored =
    Array.isArray(triggers) &&
    triggers.some(
      (trigger) => isRecord(getField(trigger, 'config')) || typeof getField(trigger, 'id') === 'string',
    );
  return isStored
    ? {
        problem: 'is in the form that the service returns',
        advice: '"automations get <id> --as yaml" prints the form that it accepts',
      }
    : null;
}

/**
 * Removes `platform` from an automation of a file for an update: it never changes. Other platforms are left, to be
 * refused.
 *
 * @see docs/service/automations.md#AUT-02, #AUT-14
 */
export function dropPlatform(value: unknown): unknown {
  if (!isRecord(value) || value['platform'] !== AUTOMATION_PLATFORM) return value;
  const { platform: _never, ...rest } = value;
  return rest;
}
