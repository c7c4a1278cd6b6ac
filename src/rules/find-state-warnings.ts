import { getField } from './loose-record.ts';
import type { Warning } from './warning.ts';

/**
 * An update that also stops or starts an automation: whoever changes its words may not have meant that.
 *
 * @param body what is to change
 * @see docs/service/automations.md#AUT-16
 */
export function findStateWarnings(body: unknown): readonly Warning[] {
  const active = getField(body, 'active');
  if (typeof active !== 'boolean') return [];
  return [{ path: ['active'], message: active ? 'the update also starts it' : 'the update also pauses it' }];
}
