import { formatCount } from '../../../domain/text/lists-and-counts.ts';

/** How many records were looked through for those that flags find. */
export interface SearchCount {
  /** A record: `comment`. */
  noun: string;
  all: number;
  matched: number;
}

/** Adds what was looked through for another id or profile. */
export function addSearchCount(
  sum: SearchCount | undefined,
  added: SearchCount | undefined,
): SearchCount | undefined {
  if (sum === undefined || added === undefined) return sum ?? added;
  return { noun: sum.noun, all: sum.all + added.all, matched: sum.matched + added.matched };
}

/** Says how many were looked through where nothing was found. */
export function listSearchNotes(count: SearchCount | undefined): readonly string[] {
  return count === undefined || count.matched > 0
    ? []
    : [`looked through ${formatCount(count.all, count.noun)}: none matches`];
}
