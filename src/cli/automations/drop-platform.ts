import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { isRecord } from '../../rules/loose-record.ts';

/**
 * What an update takes of an automation in a file, which names its platform as a rule: that one goes, since it never
 * changes. Any other is left to be refused.
 *
 * @see docs/service/automations.md#AUT-02, #AUT-14
 */
export function dropPlatform(value: unknown): unknown {
  if (!isRecord(value) || value['platform'] !== AUTOMATION_PLATFORM) return value;
  const { platform: _never, ...rest } = value;
  return rest;
}
