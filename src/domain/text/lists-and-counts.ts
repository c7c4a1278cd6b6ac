/** Joins names for a sentence: `table, tsv or json`. */
export function joinWithOr(names: readonly string[]): string {
  return joinWith('or', names);
}

/** Joins names for a sentence: `Instagram, Threads and X`. */
export function joinWithAnd(names: readonly string[]): string {
  return joinWith('and', names);
}

function joinWith(word: 'and' | 'or', names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

/**
 * Formats a count with its noun: `1 post`, `2 posts`, `0 replies`.
 *
 * @param many the plural (default: the singular with an s, or with `ies` for a y after a consonant)
 */
export function formatCount(count: number, one: string, many = formPlural(one)): string {
  return `${count} ${count === 1 ? one : many}`;
}

function formPlural(one: string): string {
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}

/** Names what a question is about: `this post`, `these 3 posts`. */
export function formatThese(count: number, one: string): string {
  return count === 1 ? `this ${one}` : `these ${formatCount(count, one)}`;
}

/** Formats the result of a check: `2 errors and 1 warning`; empty for none. */
export function formatFindings({
  errors,
  warnings,
}: Readonly<Record<'errors' | 'warnings', number>>): string {
  const found = [
    ...(errors > 0 ? [formatCount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ];
  return joinWithAnd(found);
}
