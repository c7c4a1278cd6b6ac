import { ASSUMED } from '../../service/assumed.ts';
import type { BodyFault } from '../requests/find-body-faults.ts';
import { foldKeyword, mergeCapitals } from '../text/fold-keyword.ts';
import { formatCodePoint } from '../text/invisible.ts';
import { findStrayLookAlike } from '../text/look-alikes.ts';
import { readKeywords } from './automation-entries.ts';

/** Something in a body that is valid but probably unintended. */
export interface Warning extends Pick<BodyFault, 'path' | 'message'> {
  /** That part never has an effect, which a check reports as an error (default: false). */
  readonly isCertain?: true;
}

/**
 * Finds keywords that can never fire, probably never do, or are redundant. Blank keywords are reported as faults.
 *
 * @see docs/service/readings.md#U-10, #U-28
 */
export function findKeywordWarnings(trigger: unknown): readonly Warning[] {
  const keywords = readKeywords(trigger);
  const firsts = new Map<string, number>();
  return keywords.flatMap((keyword, at) => {
    if (keyword === undefined || !/\S/.test(keyword)) return [];
    const path = ['keywords', at];
    const spelling = foldKeyword(keyword);
    const never = describeNever(keyword, spelling);
    if (never !== null) return [{ path, message: `can never fire: ${never}`, isCertain: true }];
    const key = spelling.includes('ı') ? spelling : mergeCapitals(spelling);
    const first = firsts.get(key);
    firsts.set(key, first ?? at);
    const message =
      first === undefined ? describeDoubt(keyword) : `is equivalent to the keyword "${keywords[first]}"`;
    return message === null ? [] : [{ path, message }];
  });
}

/** Why no text that a network can report contains a keyword; null if one can. */
function describeNever(keyword: string, spelling: string): string | null {
  const broken = keyword.match(/\p{Cs}|\p{Noncharacter_Code_Point}/u)?.[0];
  if (broken !== undefined) return `it contains ${formatCodePoint(broken)}, which is no character`;
  return spelling === '' ? `it contains no visible characters, only ${listCodePoints(keyword)}` : null;
}

/** What can be wrong with a keyword, most telling first: says the character and its code point. */
const DOUBTS: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\uFFFD/u, 'is what an editor shows for a wrong encoding: save the file as UTF-8'],
  [/(?!\s)\p{Cc}/u, 'is a control character, which no keyboard types'],
  [/^\p{M}/u, 'is a mark that belongs to the character before it, and nothing is before it'],
  [/\p{Co}/u, 'is private to some fonts, and another character elsewhere'],
  [/(?!\p{Extended_Pictographic})\p{Cn}/u, 'is not assigned to any character'],
];

/** Several keywords written as one. A comma within a number does not separate words. */
const SEVERAL = /[^,;|][,;|](?!\d)\s*[^,;|\s]/;
const WILDCARD = /^\*[\p{L}\p{N}]|[\p{L}\p{N}]\*$/u;

/** Why a keyword may never fire; null if nothing is suspicious. */
function describeDoubt(keyword: string): string | null {
  for (const [pattern, problem] of DOUBTS) {
    const found = pattern.exec(keyword)?.[0];
    if (found !== undefined) return `may never fire: ${formatCodePoint(found)} ${problem}`;
  }
  const stray = (keyword.match(/[\p{L}\p{M}]+/gu) ?? [])
    .map(findStrayLookAlike)
    .find((each) => each !== null);
  if (stray !== undefined) {
    return `may never fire: "${stray}" is ${formatCodePoint(stray)}, a letter of another alphabet than the others of its word`;
  }
  const { longestComment } = ASSUMED;
  const length = [...keyword].length;
  if (length > longestComment)
    return `may never fire: it has ${length} characters, and a comment at most ${longestComment}`;
  if (WILDCARD.test(keyword)) return 'may never fire: "*" is compared like any other character';
  return SEVERAL.test(keyword) ? 'is a single keyword: list several as separate entries' : null;
}

const MOST_LISTED = 3;

function listCodePoints(text: string): string {
  const points = [...new Set([...text].filter((character) => /\S/.test(character)).map(formatCodePoint))];
  const more = points.length - MOST_LISTED;
  return points.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
