import { foldKeyword } from '../text/fold-keyword.ts';
import { compileKeywordSearch } from '../text/keyword-search.ts';

/**
 * Returns the first keyword, in configured order and spelling, that a text contains as a whole word, ignoring case;
 * null if there is none.
 *
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01, #M-01 to #M-04
 * @see docs/service/readings.md#U-10, #U-28
 */
export function matchKeyword(text: string, keywords: readonly string[]): string | null {
  return compileKeywords(keywords)(text);
}

/** Prepares `matchKeyword` for many texts. */
export function compileKeywords(keywords: readonly string[]): (text: string) => string | null {
  const places = indexKeywords(keywords);
  const inOrder = [...places.values()];
  const search = compileKeywordSearch([...places.keys()]);
  return (text) => {
    let best = Infinity;
    search(text, (spelling) => {
      best = Math.min(best, inOrder[spelling] ?? Infinity);
      return true; // only an earlier keyword can still win: spellings are in the order of their keywords
    });
    return keywords[best] ?? null;
  };
}

/** U-28: of keywords with the same spelling the first one counts. An empty spelling never matches. */
export function indexKeywords(keywords: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, keyword] of keywords.entries()) {
    const spelling = foldKeyword(keyword);
    if (spelling !== '' && !places.has(spelling)) places.set(spelling, place);
  }
  return places;
}
