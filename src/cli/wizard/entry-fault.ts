import { findAutomationFaults } from '../../rules/find-automation-faults.ts';
import type { BodyFault } from '../../rules/find-body-faults.ts';
import type { LooseRecord } from '../../rules/loose-record.ts';
import { suggestNearest } from '../suggest-nearest.ts';

/**
 * What is wrong with one field of a trigger or action, in the service's words; null when it is as it must be.
 *
 * @param entry with its type and the field; others are not looked at
 */
export function findEntryFault(
  list: 'triggers' | 'actions',
  entry: LooseRecord,
  field: string,
): string | null {
  const faults = findAutomationFaults({ [list]: [entry] }, { kind: 'update' });
  return formatFirstFault(faults.filter(({ path }) => path[0] === list && path[2] === field));
}

/** The same of the name of an automation. */
export function findNameFault(name: string): string | null {
  return formatFirstFault(findAutomationFaults({ name }, { kind: 'update' }));
}

function formatFirstFault([first]: readonly BodyFault[]): string | null {
  if (first === undefined) return null;
  const { message, typed, choices = [] } = first;
  const advice = typed === undefined ? '' : suggestNearest(typed, choices).trim();
  return advice === '' ? message : `${message}; ${advice}`;
}
