import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildCatalogueView, CatalogueEntry, listCatalogue } from '../catalogue.ts';

export default defineCommand({
  summary: 'Search the numbered errors of the service by words',
  description: `
Finds the errors whose meaning, advice, area or kind contains every word, in any case; those that contain them in their
meaning come first.`,
  examples: ['errors search private reply', 'errors search limit --json --fields code,meaning'],
  positional: ['words'],
  flags: [],
  input: z.object({ words: z.array(z.string()).min(1).describe('words to search for, or part of a code') }),
  output: z.object({ errors: z.array(CatalogueEntry) }),
  records: 'errors',
  async run({ words }) {
    const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter((word) => word !== '');
    const found = listCatalogue().filter((entry) => hasAllWords(describeEntry(entry), wanted));
    const [inMeaning, others] = [true, false].map((isThere) =>
      found.filter(({ meaning }) => hasAllWords(meaning.toLowerCase(), wanted) === isThere),
    );
    return {
      view: buildCatalogueView([...(inMeaning ?? []), ...(others ?? [])], 'no error contains these words'),
    };
  },
});

function describeEntry({ code, class: kind, meaning, advice, area }: CatalogueEntry): string {
  return [code, kind, meaning, advice, area].join(' ').toLowerCase();
}

function hasAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
