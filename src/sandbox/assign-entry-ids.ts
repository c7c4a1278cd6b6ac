import { keepIds } from '../rules/keep-ids.ts';
import type { EntryRecord } from './store/automations.ts';

interface EntryReplacement<Type extends string> {
  /** The entries that were there before; none of a new automation. */
  readonly before: readonly EntryRecord<Type>[];
  /** The entries as they were sent: their fields stand beside `type`. */
  readonly sent: readonly { readonly type: Type }[];
  newId(): string;
}

/**
 * Triggers or actions in the form in which they are stored: an id each, and their fields under `config`. One that was
 * there before keeps its id.
 *
 * @see docs/service/automations.md#get, #update
 * @see docs/service/readings.md#U-14
 */
export function assignEntryIds<Type extends string>({
  before,
  sent,
  newId,
}: EntryReplacement<Type>): readonly EntryRecord<Type>[] {
  const kept = keepIds(
    before.map(({ id, type, config }) => ({ id, entry: { type, ...config } })),
    sent,
  );
  const taken = new Set(before.map(({ id }) => id));
  const unusedId = (): string => {
    const id = newId();
    if (taken.has(id)) return unusedId();
    taken.add(id);
    return id;
  };
  return sent.map(({ type, ...config }, place) => ({ id: kept[place] ?? unusedId(), type, config }));
}
