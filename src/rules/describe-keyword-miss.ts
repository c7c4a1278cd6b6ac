import { toNfc } from './fold-text.ts';
import { isOneEditApart } from './is-one-edit-apart.ts';
import { matchKeyword } from './match-keyword.ts';
import { normalizeKeyword, normalizeKeywordText } from './normalize-keyword.ts';
import { splitWords } from './word-borders.ts';

/** A part of a text as it was written, and as keywords are looked for in it. */
interface TextPart {
  readonly original: string;
  readonly normalized: string;
}

/** What there is to compare of a text; made once, however many keywords there are. */
interface AnalyzedText {
  readonly words: readonly TextPart[];
  /** What stands between blanks. */
  readonly pieces: readonly TextPart[];
  /** The first keyword that is in the text when neither has accents, without its own; null for none. */
  readonly accentless: string | null;
}

/** A way in which a keyword can nearly be in a text: what to say of it, or null. */
type MissCheck = (said: AnalyzedText, keyword: string) => string | null;

/**
 * Says how near a text without any of the keywords comes to one of them.
 *
 * @param keywords at least one, none of which the text matches
 */
export function describeKeywordMiss(text: string, keywords: readonly string[]): string {
  const said: AnalyzedText = {
    words: [...splitWords(toNfc(text))].map(toTextPart),
    pieces: text.split(/\s+/).map(toTextPart),
    accentless: matchKeyword(stripAccents(text), keywords.map(stripAccents)),
  };
  for (const miss of MISS_CHECKS) {
    for (const keyword of keywords) {
      const words = miss(said, keyword);
      if (words !== null) return words;
    }
  }
  return `none of its keywords is in the text: ${listKeywords(keywords)}`;
}

function toTextPart(written: string): TextPart {
  return { original: written, normalized: normalizeKeywordText(written) };
}

const checkInsideWord: MissCheck = ({ words, pieces }, keyword) => {
  const spelling = normalizeKeyword(keyword);
  const holds = ({ normalized }: TextPart) => spelling !== '' && normalized.includes(spelling);
  const longer = words.find(holds) ?? pieces.find(holds);
  return longer === undefined
    ? null
    : `${quoteText(keyword)} is only a part of ${quoteText(longer.original)}`;
};

const checkAccent: MissCheck = ({ words, accentless }, keyword) => {
  if (stripAccents(keyword) !== accentless) return null;
  const wanted = stripAccents(normalizeKeyword(keyword));
  const word = words.find(({ normalized }) => stripAccents(normalized) === wanted);
  return `${quoteText(keyword)} and ${word === undefined ? 'the text' : quoteText(word.original)} differ by an accent`;
};

const checkTypo: MissCheck = ({ words }, keyword) => {
  const spelling = normalizeKeyword(keyword);
  if ([...spelling].length < MIN_TYPO_LENGTH) return null;
  const word = words.find(({ normalized }) => isOneEditApart(normalized, spelling));
  return word === undefined
    ? null
    : `${quoteText(keyword)} and ${quoteText(word.original)} differ by a letter`;
};

const checkWordsApart: MissCheck = ({ words }, keyword) => {
  const parts = [...splitWords(normalizeKeyword(keyword))];
  if (parts.length < 2) return null;
  const found = new Set(words.map(({ normalized }) => normalized));
  return parts.every((part) => found.has(part))
    ? `the words of ${quoteText(keyword)} do not stand side by side`
    : null;
};

/** The nearest first. */
const MISS_CHECKS: readonly MissCheck[] = [checkAccent, checkInsideWord, checkTypo, checkWordsApart];

/** Shorter words are a letter away from too many others. */
const MIN_TYPO_LENGTH = 4;

/** Without accents; the vowels that other scripts write as marks stay. */
function stripAccents(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '');
}

const MAX_QUOTE_LENGTH = 40;

function quoteText(text: string): string {
  const signs = [...text];
  return `"${signs.length > MAX_QUOTE_LENGTH ? `${signs.slice(0, MAX_QUOTE_LENGTH - 1).join('')}…` : text}"`;
}

const MAX_LISTED = 5;

function listKeywords(keywords: readonly string[]): string {
  const more = keywords.length - MAX_LISTED;
  return keywords.slice(0, MAX_LISTED).map(quoteText).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
