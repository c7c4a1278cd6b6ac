import { keepIds } from '../../domain/automations/keep-ids.ts';
import type { EntryRecord } from '../store/automations.ts';

interface EntryReplacement<Type extends string> {
  /** The previous entries; empty for a new automation. */
  readonly before: readonly EntryRecord<Type>[];
  /** The new entries as sent, with their fields beside `type`. */
  readonly sent: readonly { readonly type: Type }[];
  newId(): string;
}

/**
 * Converts triggers or actions to their stored form: an id each, with their fields under `config`. Unchanged entries
 * keep their ids.
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
