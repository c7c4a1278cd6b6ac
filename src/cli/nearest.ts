import leven from 'leven';

/**
 * A question for whoever mistyped: `did you mean "comments"? `, or nothing when no name is near.
 *
 * @param names what would have been right
 */
export function nearest(typed: string, names: readonly string[]): string {
  const [best] = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, typed.length) / 3)),
    )
    .toSorted((one, other) => one.distance - other.distance);
  return best === undefined ? '' : `did you mean "${best.name}"? `;
}

function distance(typed: string, name: string): number {
  const begins = typed.length >= 3 && name.toLowerCase().startsWith(typed.toLowerCase());
  return begins ? 0.5 : leven(typed.toLowerCase(), name.toLowerCase());
}

/** Names as a sentence has them: `table, tsv or json`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
