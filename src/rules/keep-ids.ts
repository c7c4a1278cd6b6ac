/** An entry as it is stored: its id, and the entry in its flat form. */
interface IdentifiedEntry {
  readonly id: string;
  readonly entry: unknown;
}

/**
 * Says which entries of a new list are those that were there before, and so keep their ids: the ones that equal a
 * stored one in all their fields, whatever the order of the fields. Each stored id is used once, and the first equal
 * one has it.
 *
 * @returns an id for every entry, in their order; null for an entry that is new
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

/** One text for all that are equal: the fields of every object in one order. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
