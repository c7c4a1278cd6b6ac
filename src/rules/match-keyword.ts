import { compileKeywordSearch } from './compile-keyword-search.ts';
import { normalizeKeyword } from './normalize-keyword.ts';

/**
 * The keyword that a text holds as a whole word, whatever its case: the first one in the order in which they are
 * configured, as it is configured there; null when there is none.
 *
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01, #M-01 to #M-04
 * @see docs/service/readings.md#U-10, #U-28
 */
export function matchKeyword(text: string, keywords: readonly string[]): string | null {
  return compileKeywords(keywords)(text);
}

/** The same, prepared for many texts. */
export function compileKeywords(keywords: readonly string[]): (text: string) => string | null {
  const places = indexKeywords(keywords);
  const inOrder = [...places.values()];
  const search = compileKeywordSearch([...places.keys()]);
  return (text) => {
    let best = Infinity;
    search(text, (spelling) => {
      best = Math.min(best, inOrder[spelling] ?? Infinity);
      return true; // only an earlier one could still be better: they stand in the order of their places
    });
    return keywords[best] ?? null;
  };
}

/** U-28: of keywords that are spelled alike the first one stands for all. Of an empty spelling there is nothing to find. */
export function indexKeywords(keywords: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, keyword] of keywords.entries()) {
    const spelling = normalizeKeyword(keyword);
    if (spelling !== '' && !places.has(spelling)) places.set(spelling, place);
  }
  return places;
}
