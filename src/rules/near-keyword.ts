import { toNfc } from './fold-text.ts';
import { keywordSpelling, keywordText } from './keyword-text.ts';
import { matchedKeyword } from './keywords.ts';
import { isOneSlipAway } from './one-slip.ts';
import { wordsOf } from './word-borders.ts';

/** A part of a text as it was written, and as keywords are looked for in it. */
interface Part {
  readonly written: string;
  readonly folded: string;
}

/** What there is to compare of a text; made once, however many keywords there are. */
interface Said {
  readonly words: readonly Part[];
  /** What stands between blanks. */
  readonly pieces: readonly Part[];
  /** The first keyword that is in the text when neither has accents, without its own; null for none. */
  readonly accentless: string | null;
}

/** A way in which a keyword can nearly be in a text: what to say of it, or null. */
type Miss = (said: Said, keyword: string) => string | null;

/**
 * Says how near a text without any of the keywords comes to one of them.
 *
 * @param keywords at least one, none of which the text matches
 */
export function keywordMiss(text: string, keywords: readonly string[]): string {
  const said: Said = {
    words: [...wordsOf(toNfc(text))].map(partOf),
    pieces: text.split(/\s+/).map(partOf),
    accentless: matchedKeyword(bare(text), keywords.map(bare)),
  };
  for (const miss of MISSES) {
    for (const keyword of keywords) {
      const words = miss(said, keyword);
      if (words !== null) return words;
    }
  }
  return `none of its keywords is in the text: ${listOf(keywords)}`;
}

function partOf(written: string): Part {
  return { written, folded: keywordText(written) };
}

const insideOfWord: Miss = ({ words, pieces }, keyword) => {
  const spelling = keywordSpelling(keyword);
  const holds = ({ folded }: Part) => spelling !== '' && folded.includes(spelling);
  const longer = words.find(holds) ?? pieces.find(holds);
  return longer === undefined ? null : `${quoted(keyword)} is only a part of ${quoted(longer.written)}`;
};

const otherAccent: Miss = ({ words, accentless }, keyword) => {
  if (bare(keyword) !== accentless) return null;
  const wanted = bare(keywordSpelling(keyword));
  const word = words.find(({ folded }) => bare(folded) === wanted);
  return `${quoted(keyword)} and ${word === undefined ? 'the text' : quoted(word.written)} differ by an accent`;
};

const oneSlip: Miss = ({ words }, keyword) => {
  const spelling = keywordSpelling(keyword);
  if ([...spelling].length < SHORTEST_TO_MISTYPE) return null;
  const word = words.find(({ folded }) => isOneSlipAway(folded, spelling));
  return word === undefined ? null : `${quoted(keyword)} and ${quoted(word.written)} differ by a letter`;
};

const wordsApart: Miss = ({ words }, keyword) => {
  const parts = [...wordsOf(keywordSpelling(keyword))];
  if (parts.length < 2) return null;
  const found = new Set(words.map(({ folded }) => folded));
  return parts.every((part) => found.has(part))
    ? `the words of ${quoted(keyword)} do not stand side by side`
    : null;
};

/** The nearest first. */
const MISSES: readonly Miss[] = [otherAccent, insideOfWord, oneSlip, wordsApart];

/** Shorter words are a letter away from too many others. */
const SHORTEST_TO_MISTYPE = 4;

/** Without accents; the vowels that other scripts write as marks stay. */
function bare(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '');
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
