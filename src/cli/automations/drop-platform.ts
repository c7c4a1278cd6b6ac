import { isRecord } from '../../domain/json/loose-record.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';

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
