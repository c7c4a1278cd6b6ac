import { readKeywords } from '../../domain/automations/automation-entries.ts';
import { indexKeywords, matchKeyword } from '../../domain/automations/match-keyword.ts';
import { normalizeKeyword } from '../../domain/automations/normalize-keyword.ts';
import type { Warning } from './warning.ts';

/** Finds keywords that are redundant or can never match. Blank keywords are reported as faults. */
export function findKeywordWarnings(trigger: unknown): readonly Warning[] {
  const keywords = readKeywords(trigger);
  const places = indexKeywords(keywords.map((keyword) => keyword ?? ''));
  return keywords.flatMap((keyword, at) => {
    if (keyword === undefined || !/\S/.test(keyword)) return [];
    const first = places.get(normalizeKeyword(keyword)) ?? at;
    const message =
      first < at ? `is equivalent to the keyword "${keywords[first]}"` : describeKeywordProblem(keyword);
    return message === null ? [] : [{ path: ['keywords', at], message }];
  });
}

/** Several keywords written as one. A comma within a number does not separate words. */
const SEVERAL = /[^,;|][,;|](?!\d)\s*[^,;|\s]/;

function describeKeywordProblem(keyword: string): string | null {
  if (matchKeyword(keyword, [keyword]) === null)
    return 'can never match, because it contains no visible characters';
  return SEVERAL.test(keyword) ? 'is a single keyword: list several as separate entries' : null;
}
