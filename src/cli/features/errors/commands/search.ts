import * as z from 'zod';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { CATALOGUE_COLUMNS, CatalogueEntry, listCatalogue } from '../catalogue.ts';

export default defineLocalRead({
  summary: 'Search the numbered errors of the service by words',
  description: `
Finds the errors whose meaning, advice, area or kind contains every word, in any case; those that contain them in their
meaning come first.`,
  examples: ['errors search private reply', 'errors search limit --json --fields code,meaning'],
  positional: ['words'],
  input: z.object({ words: z.array(z.string()).min(1).describe('words to search for, or part of a code') }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  read({ words }) {
    const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter((word) => word !== '');
    const found = listCatalogue().filter((entry) => hasAllWords(describeEntry(entry), wanted));
    const isInMeaning = ({ meaning }: CatalogueEntry) => hasAllWords(meaning.toLowerCase(), wanted);
    return [...found.filter(isInMeaning), ...found.filter((entry) => !isInMeaning(entry))];
  },
  columns: CATALOGUE_COLUMNS,
  empty: 'no error contains these words',
});

function describeEntry({ code, class: kind, meaning, advice, area }: CatalogueEntry): string {
  return [code, kind, meaning, advice, area].join(' ').toLowerCase();
}

function hasAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
