import { getField } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { joinWithOr, suggestNearest } from '../../shell/suggest-nearest.ts';
import type { AutomationCandidate } from '../test-automation.ts';

/**
 * Selects automations by name.
 *
 * @param name all of them if undefined
 * @throws CrierError of kind usage when none has it
 */
export function filterByName(
  name: string | undefined,
  candidates: readonly AutomationCandidate[],
): readonly AutomationCandidate[] {
  if (name === undefined) return candidates;
  const called = candidates.filter(({ flat }) => getField(flat, 'name') === name);
  if (called.length > 0) return called;
  const names = candidates.flatMap(({ flat }) => {
    const each = getField(flat, 'name');
    return typeof each === 'string' ? [each] : [];
  });
  const there =
    names.length === 0
      ? 'none of them has a name'
      : `the names are ${joinWithOr(names.map((each) => `"${each}"`))}`;
  throw createUsageError(`no automation named "${name}"`, `${suggestNearest(name, names)}${there}`);
}
