import { indexKeywords, matchKeyword } from './match-keyword.ts';
import { normalizeKeyword } from './normalize-keyword.ts';
import { readKeywords } from './read-entries.ts';
import type { Warning } from './warning.ts';

/** Finds keywords that are redundant or can never match. Blank keywords are reported as faults. */
export function findKeywordWarnings(trigger: unknown): readonly Warning[] {
  const keywords = readKeywords(trigger);
  const places = indexKeywords(keywords.map((keyword) => keyword ?? ''));
  return keywords.flatMap((keyword, at) => {
    if (keyword === undefined || !/\S/.test(keyword)) return [];
    const first = places.get(normalizeKeyword(keyword)) ?? at;
    const message =
      first < at ? `is the same keyword as "${keywords[first]}"` : describeKeywordProblem(keyword);
    return message === null ? [] : [{ path: ['keywords', at], message }];
  });
}

/** Several keywords written as one. A comma within a number does not separate words. */
const SEVERAL = /[^,;|][,;|](?!\d)\s*[^,;|\s]/;

function describeKeywordProblem(keyword: string): string | null {
  if (matchKeyword(keyword, [keyword]) === null) return 'can never be found, as it holds nothing that shows';
  return SEVERAL.test(keyword) ? 'is one keyword as it stands: several are listed one by one' : null;
}
