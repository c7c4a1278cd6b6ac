import { findAutomationFaults } from '../../../domain/automations/find-automation-faults.ts';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import type { BodyFault } from '../../../domain/requests/find-body-faults.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';

/**
 * Describes what is wrong with one field of a trigger or action; null when it is valid.
 *
 * @param entry with its type and the field; other fields are ignored
 */
export function findEntryFault(
  list: 'triggers' | 'actions',
  entry: LooseRecord,
  field: string,
): string | null {
  const faults = findAutomationFaults({ [list]: [entry] }, { kind: 'update' });
  return formatFirstFault(faults.filter(({ path }) => path[0] === list && path[2] === field));
}

/** Describes what is wrong with the name of an automation; null when it is valid. */
export function findNameFault(name: string): string | null {
  return formatFirstFault(findAutomationFaults({ name }, { kind: 'update' }));
}

function formatFirstFault([first]: readonly BodyFault[]): string | null {
  if (first === undefined) return null;
  const { message, typed, choices = [] } = first;
  const advice = typed === undefined ? '' : suggestNearest(typed, choices).trim();
  return advice === '' ? message : `${message}; ${advice}`;
}
