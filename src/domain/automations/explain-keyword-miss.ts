import { foldKeyword, foldKeywordText, mergeCapitals } from '../text/fold-keyword.ts';
import { formatCodePoint } from '../text/invisible.ts';
import { findStrayLookAlike, replaceLookAlikes } from '../text/look-alikes.ts';
import { isOneEditApart } from '../text/names.ts';
import { toNfc } from '../text/unicode.ts';
import { matchKeyword } from './match-keyword.ts';

/** A part of a text, as written and as folded for matching. */
interface TextPart {
  original: string;
  folded: string;
}

/** A text prepared for comparison with any number of keywords. */
interface AnalyzedText {
  folded: string;
  words: readonly TextPart[];
  /** Parts between whitespace. */
  pieces: readonly TextPart[];
}

/**
 * Describes how close a text without any of the keywords comes to one of them.
 *
 * @param keywords at least one; the text matches none of them
 */
export function describeKeywordMiss(text: string, keywords: readonly string[]): string {
  const said: AnalyzedText = {
    folded: foldMerged(text),
    words: (text.match(WORDS) ?? []).map(toTextPart).filter((word) => word.folded !== ''),
    pieces: text.split(/\s+/).map(toTextPart),
  };
  for (const difference of DIFFERENCES) {
    const words = describeDifference(difference, { text, said, keywords });
    if (words !== null) return words;
  }
  for (const describe of NEAR_MISSES) {
    for (const keyword of keywords) {
      const words = describe(said, keyword, foldMerged(keyword).trim());
      if (words !== null) return words;
    }
  }
  return `the text contains none of its keywords: ${listKeywords(keywords)}`;
}

/** Words with the characters inside of them that are not seen. */
const WORDS = /[\p{L}\p{M}\p{N}_\p{Cf}]+/gu;

function toTextPart(original: string): TextPart {
  return { original, folded: foldMerged(original) };
}

function foldMerged(text: string): string {
  return mergeCapitals(foldKeywordText(text));
}

/** A way in which two spellings can differ that readers hardly notice, but matching does. */
interface SpellingDifference {
  /** Makes spellings equal that differ only so. */
  remove: (text: string) => string;
  /** Follows the keyword and the word. */
  describe: (word: string) => string;
}

/** Closest first. */
const DIFFERENCES: readonly SpellingDifference[] = [
  { remove: (text) => text.replace(/[ıİI]/g, 'i'), describe: () => 'differ by the dot of an i' },
  { remove: stripAccents, describe: () => 'differ by an accent' },
  { remove: replaceLookAlikes, describe: describeLookAlike },
  { remove: unifyKana, describe: () => 'differ in hiragana and katakana' },
  { remove: unifyKanaSizes, describe: () => 'differ by small kana, or by the sign of a long vowel' },
  { remove: unifyArabicLetters, describe: () => 'differ by a form of the same letter' },
  { remove: spellUmlauts, describe: () => 'spell a letter in two ways' },
  { remove: stripMarks, describe: () => 'differ by a mark, such as a vowel sign' },
  { remove: spellAnusvara, describe: () => 'spell a nasal in two ways' },
  { remove: shortenRuns, describe: () => 'differ in how often a letter is repeated' },
  { remove: toAnyCompatible, describe: () => 'differ by a symbol or a raised number' },
];

function describeDifference(
  { remove, describe }: SpellingDifference,
  { text, said, keywords }: { text: string; said: AnalyzedText; keywords: readonly string[] },
): string | null {
  const bare = keywords.map(remove);
  const matched = matchKeyword(remove(text), bare);
  if (matched === null) return null;
  const keyword = keywords[bare.indexOf(matched)] ?? '';
  const wanted = foldKeyword(matched);
  const word = said.words.find(({ original }) => foldKeyword(remove(original)) === wanted);
  const other = word === undefined ? 'the text' : quoteText(word.original);
  const isInKeyword = findStrayLookAlike(keyword) !== null;
  return `${quoteText(keyword)} and ${other} ${describe(isInKeyword ? keyword : (word?.original ?? text))}`;
}

/** Letters with a stroke have no accent that could be taken off. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't' };

/** Removes accents; vowels that other scripts write as combining marks stay. */
function stripAccents(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[đðøłħŧ]/gi, (letter) => STROKES[letter.toLowerCase()] ?? letter);
}

function describeLookAlike(word: string): string {
  const stray = findStrayLookAlike(word) ?? word.match(/[^\0-\x7F]/u)?.[0];
  return stray === undefined
    ? 'only look alike'
    : `only look alike: ${quoteText(stray)} is ${formatCodePoint(stray)}`;
}

/** Katakana follow hiragana at a fixed distance. */
function unifyKana(text: string): string {
  return text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

const SMALL_KANA = /[ァィゥェォッャュョヮヵヶ]/g;
/** The code point behind a small kana is the ordinary one, except for two. */
const LARGE: Readonly<Record<string, string>> = { ヵ: 'カ', ヶ: 'ケ' };

/** Small kana as ordinary ones, and dashes between kana as the sign of a long vowel. */
function unifyKanaSizes(text: string): string {
  return unifyKana(text)
    .replace(SMALL_KANA, (kana) => LARGE[kana] ?? String.fromCharCode(kana.charCodeAt(0) + 1))
    .replace(/(?<=[ァ-ヺ])[-‐‑‒–—―−─一|｜]/g, 'ー');
}

/** A nasal before a consonant of Devanagari is a letter of its own, or a dot above the vowel. */
function spellAnusvara(text: string): string {
  return text.replace(/[ङञणनम]\u094D(?=[क-ह])|\u0901/g, '\u0902');
}

/** `freeee` for `free`, as people stretch words. */
function shortenRuns(text: string): string {
  return text.replace(/(\p{L})\1+/giu, '$1');
}

function stripMarks(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Mc}]/gu, '');
}

const ARABIC: Readonly<Record<string, string>> = { ى: 'ي', ة: 'ه', ٱ: 'ا', ھ: 'ه', ە: 'ه' };

/** Alef and other letters without hamza, and endings that are often confused. */
function unifyArabicLetters(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\u0653-\u0655]/g, '')
    .replace(/[ىةٱھە]/g, (letter) => ARABIC[letter] ?? letter);
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
};

function spellUmlauts(text: string): string {
  return toNfc(text).replace(/[äöüåøæœ]/gi, (letter) => UMLAUTS[letter.toLowerCase()] ?? letter);
}

function toAnyCompatible(text: string): string {
  return toNfc(text).normalize('NFKC');
}

/** Checks for one kind of near miss: returns a message or null. */
type MissCheck = (said: AnalyzedText, keyword: string, folded: string) => string | null;

const checkInsideWord: MissCheck = ({ folded: sentence, words, pieces }, keyword, folded) => {
  if (folded === '') return null;
  const holds = (part: TextPart) => part.folded.includes(folded);
  const longer = words.find(holds) ?? pieces.find(holds);
  const around = longer?.original ?? findSurrounding(sentence, folded);
  if (around === null) return null;
  const joiner = around.match(/\p{Cf}/u)?.[0];
  const isJoined = joiner !== undefined && matchKeyword(around.replace(/\p{Cf}/gu, ' '), [keyword]) !== null;
  const joint = isJoined ? `, which the invisible ${formatCodePoint(joiner)} joins` : '';
  return `${quoteText(keyword)} is only part of ${quoteText(around)}${joint}`;
};

/** The words in which a phrase occurs; null for none. */
function findSurrounding(sentence: string, phrase: string): string | null {
  const from = sentence.indexOf(phrase);
  if (from === -1) return null;
  const end = sentence.indexOf(' ', from + phrase.length);
  return sentence.slice(sentence.lastIndexOf(' ', from) + 1, end === -1 ? undefined : end);
}

const MIN_JOINED_LETTERS = 2;
/** Words that are joined in search of a keyword. */
const MOST_PARTS = 8;

const checkSpacing: MissCheck = ({ words }, keyword, folded) => {
  const wanted = splitFolded(folded).join('');
  if (wanted.length < MIN_JOINED_LETTERS) return null;
  for (const [at, { original }] of words.entries()) {
    let joined = '';
    for (const { folded: part } of words.slice(at, at + MOST_PARTS)) {
      joined += part;
      if (!wanted.startsWith(joined) || joined === wanted) break;
    }
    if (joined !== wanted) continue;
    const other = words[at]?.folded === joined ? quoteText(original) : 'the text';
    return `${quoteText(keyword)} and ${other} differ only by spaces, punctuation or symbols`;
  }
  return null;
};

function splitFolded(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
}

/** Shorter words are one edit away from too many others. */
const MIN_TYPO_LENGTH = 4;
/** Each word of a text begins a comparison with all words of the keyword. */
const MOST_TYPO_WORDS = 8;

const checkTypo: MissCheck = ({ words }, keyword, folded) => {
  const count = Math.max(1, splitFolded(folded).length);
  if ([...folded].length < MIN_TYPO_LENGTH || count > MOST_TYPO_WORDS) return null;
  for (let at = 0; at + count <= words.length; at += 1) {
    const part = words.slice(at, at + count);
    if (!isOneEditApart(part.map((word) => word.folded).join(' '), folded)) continue;
    const original = part.map((word) => word.original).join(' ');
    return `${quoteText(keyword)} and ${quoteText(original)} differ by a letter`;
  }
  return null;
};

/** Forms of a word share their beginning, and differ in few letters at the end. */
const MIN_SHARED = 4;
const MAX_ENDING = 3;
const MIN_SHARED_PART = 0.7;

const checkOtherForm: MissCheck = ({ words }, keyword, folded) => {
  const word = words.find((each) => {
    const shared = countShared(each.folded, folded);
    const [shorter, longer] = [each.folded.length, folded.length].toSorted((one, other) => one - other);
    const isEnding = (longer ?? 0) - shared <= MAX_ENDING;
    return shared >= MIN_SHARED && isEnding && shared >= MIN_SHARED_PART * (shorter ?? 0);
  });
  return word === undefined
    ? null
    : `${quoteText(keyword)} and ${quoteText(word.original)} begin alike, but a keyword matches one form of a word`;
};

function countShared(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const checkWordsApart: MissCheck = ({ words }, keyword, folded) => {
  const parts = splitFolded(folded);
  if (parts.length < 2) return null;
  const found = new Set(words.map((word) => word.folded));
  return parts.every((part) => found.has(part))
    ? `the words of ${quoteText(keyword)} are not next to each other`
    : null;
};

/** Closest first. */
const NEAR_MISSES: readonly MissCheck[] = [
  checkInsideWord,
  checkSpacing,
  checkTypo,
  checkWordsApart,
  checkOtherForm,
];

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
