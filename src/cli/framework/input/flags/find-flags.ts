import * as z from 'zod';
import {
  compileHandleMatch,
  compileWordSearch,
  foldHandle,
  parseSearchWords,
} from '../../../../domain/text/find-words.ts';
import { createUsageError } from '../../../../errors.ts';
import type { OutputFormat } from '../../output/formats.ts';
import type { SearchCount } from '../../output/search-count.ts';
import type { Column } from '../../output/view.ts';
import { defineFlag } from './flags.ts';

const Words = z.string().transform((typed, context) => {
  const words = parseSearchWords(typed);
  if (words !== null) return words;
  context.addIssue({ code: 'custom', message: 'must be words, or a phrase between two quotation marks' });
  return z.NEVER;
});

const Handle = z.string().refine((handle) => foldHandle(handle) !== '', 'must be a handle or a name');

/** The flags that find records by their text and by who wrote them. @param noun plural of the records */
export function defineFindFlags(noun: string) {
  return {
    contains: defineFlag(
      Words.optional().describe(`only ${noun} with all of these words, in any case; "…" is a phrase`),
      { placeholder: 'words' },
    ),
    from: defineFlag(Handle.optional().describe(`only ${noun} of the person with this handle or name`), {
      placeholder: 'handle',
    }),
  };
}

/** Who wrote a record, as far as the network says. */
interface Writer {
  id: string | null;
  handle: string | null;
  /** A name can be that of several people: it is only compared where there is no handle. */
  name: string | null;
}

/** The values of the flags. */
export interface FindWords {
  contains?: readonly string[] | undefined;
  from?: string | undefined;
}

/** Finds records by the flags, and counts them. */
export type Finder = Awaited<ReturnType<typeof createFinder>>;

/**
 * Refuses `-o raw`, which has all records of the response, for flags that select some.
 *
 * @throws CrierError of kind usage
 */
export function refuseRawSearch({ format }: { format: OutputFormat }): void {
  if (format === 'raw')
    throw createUsageError(
      '-o raw prints the response as it came, and flags that select records would change nothing',
      'use -o json',
    );
}

/**
 * @param noun a record, for the sentence with their number
 * @throws CrierError of kind usage with `-o raw`
 */
export async function createFinder(
  { contains, from }: FindWords,
  noun: string,
  printing: { format: OutputFormat },
) {
  const hasWords = contains === undefined ? null : compileWordSearch(contains);
  const isName = from === undefined ? null : compileHandleMatch(from);
  const isWriter = ({ id, handle, name }: Writer) => {
    const called = handle ?? name;
    return id === from || (called !== null && isName?.(called) === true);
  };
  const isActive = hasWords !== null || isName !== null;
  if (isActive) refuseRawSearch(printing);
  // to measure texts takes a third of a start, which few runs need
  const excerpts = contains === undefined ? null : await import('../../output/text/match-excerpt.ts');
  const total = { all: 0, matched: 0 };
  const countMatches =
    (count: { all: number; matched: number }) =>
    (text: string | null, writer: Writer): boolean => {
      if (!isActive) return true;
      count.all += 1;
      const isFound =
        (hasWords === null || (text !== null && hasWords(text))) && (isName === null || isWriter(writer));
      if (isFound) count.matched += 1;
      return isFound;
    };
  return {
    /** Whether one of the flags is given; without them, everything matches. */
    isActive,
    matches: countMatches(total),
    /** Matches what one read gives, which counts at its end: one that is tried again counts once, one that fails never. */
    begin() {
      const count = { all: 0, matched: 0 };
      return {
        matches: countMatches(count),
        end() {
          total.all += count.all;
          total.matched += count.matched;
        },
      };
    },
    /** Columns of a table in which the words that were found are visible. */
    showMatches<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
      if (contains === undefined || excerpts === null) return columns;
      const excerpt = excerpts.createMatchExcerpt(contains.map((word) => compileWordSearch([word])));
      return columns.map((column) => {
        if (column.flexible !== true) return column;
        const toText = (row: Row) => column.show?.(row, 0) ?? String(column.value(row) ?? '');
        return { ...column, fit: (row, width) => excerpt(toText(row), width) };
      });
    },
    /** Of what was matched so far; undefined without the flags. */
    count: (): SearchCount | undefined => (isActive ? { noun, ...total } : undefined),
  };
}
