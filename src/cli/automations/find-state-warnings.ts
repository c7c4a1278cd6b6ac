import { getField } from '../../domain/json/loose-record.ts';
import type { Warning } from './warning.ts';

/**
 * Warns if an update also pauses or starts the automation, which may be unintended.
 *
 * @param body the changes
 * @see docs/service/automations.md#AUT-16
 */
export function findStateWarnings(body: unknown): readonly Warning[] {
  const active = getField(body, 'active');
  if (typeof active !== 'boolean') return [];
  return [
    {
      path: ['active'],
      message: active ? 'the update also starts the automation' : 'the update also pauses the automation',
    },
  ];
}
