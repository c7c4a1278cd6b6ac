import { foldText } from './fold-text.ts';
import { keywordSpelling, keywordText } from './keyword-text.ts';
import { matchedKeyword } from './keywords.ts';
import { isOneSlipAway } from './one-slip.ts';
import { wordsOf } from './word-borders.ts';

/** What there is to compare of a text: as it is folded, and its words as they were written. */
interface Said {
  readonly text: string;
  readonly words: readonly string[];
}

/** A way in which a keyword can nearly be in a text: what to say of it, or null. */
type Miss = (said: Said, keyword: string) => string | null;

/**
 * Says how near a text without any of the keywords comes to one of them.
 *
 * @param keywords at least one, none of which the text matches
 */
export function keywordMiss(text: string, keywords: readonly string[]): string {
  const said = { text, words: [...wordsOf(text.normalize('NFC'))] };
  for (const miss of MISSES) {
    for (const keyword of keywords) {
      const words = miss(said, keyword);
      if (words !== null) return words;
    }
  }
  return `none of its keywords is in the text: ${listOf(keywords)}`;
}

const insideOfWord: Miss = ({ words, text }, keyword) => {
  const spelling = keywordSpelling(keyword);
  const holds = (part: string) => spelling !== '' && keywordText(part).includes(spelling);
  const longer = words.find(holds) ?? text.split(/\s+/).find(holds);
  return longer === undefined ? null : `${quoted(keyword)} is only a part of ${quoted(longer)}`;
};

const otherAccent: Miss = ({ text, words }, keyword) => {
  if (matchedKeyword(bare(text), [bare(keyword)]) === null) return null;
  const word = words.find((each) => bare(foldText(each)) === bare(keywordSpelling(keyword)));
  return `${quoted(keyword)} and ${word === undefined ? 'the text' : quoted(word)} differ by an accent`;
};

const oneSlip: Miss = ({ words }, keyword) => {
  const spelling = keywordSpelling(keyword);
  if ([...spelling].length < SHORTEST_TO_MISTYPE) return null;
  const word = words.find((each) => isOneSlipAway(foldText(each), spelling));
  return word === undefined ? null : `${quoted(keyword)} and ${quoted(word)} differ by a letter`;
};

const wordsApart: Miss = ({ words }, keyword) => {
  const parts = [...wordsOf(keywordSpelling(keyword))];
  const found = new Set(words.map(foldText));
  if (parts.length < 2 || !parts.every((part) => found.has(part))) return null;
  return `the words of ${quoted(keyword)} do not stand side by side`;
};

/** The nearest first. */
const MISSES: readonly Miss[] = [otherAccent, insideOfWord, oneSlip, wordsApart];

/** Shorter words are a letter away from too many others. */
const SHORTEST_TO_MISTYPE = 4;

/** Without accents; the vowels that other scripts write as marks stay. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036F]/g, '');
}

const LONGEST_QUOTE = 40;

function quoted(text: string): string {
  const signs = [...text];
  return `"${signs.length > LONGEST_QUOTE ? `${signs.slice(0, LONGEST_QUOTE - 1).join('')}…` : text}"`;
}

const LISTED = 5;

function listOf(keywords: readonly string[]): string {
  const more = keywords.length - LISTED;
  return keywords.slice(0, LISTED).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
