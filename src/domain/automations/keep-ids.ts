/** A stored entry: its id, and the entry in its flat form. */
interface IdentifiedEntry {
  readonly id: string;
  readonly entry: unknown;
}

/**
 * Matches the entries of a new list with stored ones, so that unchanged entries keep their ids: those equal in all
 * fields, in any order of fields. Each stored id is used once, by the first equal entry.
 *
 * @returns an id for every entry, in order; null for a new entry
 * @see docs/service/automations.md#update
 * @see docs/service/readings.md#U-14
 */
export function keepIds(
  stored: readonly IdentifiedEntry[],
  entries: readonly unknown[],
): readonly (string | null)[] {
  const left = Map.groupBy(stored.toReversed(), ({ entry }) => toCanonicalJson(entry));
  return entries.map((entry) => left.get(toCanonicalJson(entry))?.pop()?.id ?? null);
}

/** Serializes with sorted keys, so that equal values have equal texts. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
