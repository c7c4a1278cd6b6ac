import { removeInvisible } from './invisible.ts';
import { toNfc } from './unicode.ts';

/**
 * Folds a text for keyword matching: lower case, and one spelling for everything that people, phones and web pages
 * write in several ways. Whatever is equal after it is the same keyword, except for the capitals that are kept, because
 * each is the capital of several letters (`isSameBesideCapitals`): `I` of `i` and `ı`, and Greek vowels, which have no
 * accent in a word of capitals.
 *
 * @see docs/service/readings.md#U-10
 */
export function foldKeywordText(text: string): string {
  // most texts and keywords are ASCII, for which the other steps do nothing
  if (ASCII.test(text)) return lowerCaseAscii(text).replaceAll('`', "'").replace(BLANKS, ' ');
  const visible = removeInvisible(text.toWellFormed().replace(SPELLED_CHILLU, toChillu));
  const letters = lowerCase(foldPunctuation(foldCompatible(visible)).replace(DOTTED_I, 'i'))
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replace(FORMS_OF_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(UNWRITTEN, '');
  // a capital with its accent apart was kept; in lower case it may be composed with a second accent
  return toNfc(lowerCase(toNfc(letters)))
    .replace(BLANKS, ' ')
    .replace(createFlag(), `$&${FLAG_END}`);
}

/** Folds a keyword; whitespace at either end is removed. */
export function foldKeyword(keyword: string): string {
  return foldKeywordText(keyword).trim();
}

/** A folded text with one letter for `i`, `ı` and `I`, and without other capitals, of the same length. */
export function mergeCapitals(folded: string): string {
  return folded.replace(/[Iı]/g, 'i').replace(GREEK_CAPITALS, (letter) => letter.toLowerCase());
}

/** The same with one letter for all that have the same capital, by which keywords are looked up. */
export function mergeLetters(folded: string): string {
  return mergeCapitals(folded).replace(ACCENTED_GREEK, (letter) => letter.normalize('NFD').charAt(0));
}

/**
 * Whether a folded text has a folded keyword at a place, where `mergeLetters` of both has it: `I` is the capital of
 * `i` and of `ı`, but these two are different letters, as are Greek vowels with and without an accent.
 */
export function isSameBesideCapitals(folded: string, from: number, keyword: string): boolean {
  for (let at = 0; at < keyword.length; at += 1) {
    const [one, other] = [folded.charAt(from + at), keyword.charAt(at)];
    if (one !== other && !KEPT.test(one) && !KEPT.test(other)) return false;
  }
  return true;
}

/** Whether a folded text has letters that share their capital with others. */
export function hasLettersOfOneCapital(folded: string): boolean {
  return /[ıάέήίϊΐόύϋΰώ]/.test(folded);
}

const KEPT = /^[IΑΕΗΙΟΥΩ]$/;
const GREEK_CAPITALS = /[ΑΕΗΙΟΥΩ]/g;
const ACCENTED_GREEK = /[άέήίϊΐόύϋΰώ]/g;

const ASCII = /^[\0-\x7F]*$/;

function lowerCaseAscii(text: string): string {
  return text.includes('I') ? text.replace(/[^I]+/g, (part) => part.toLowerCase()) : text.toLowerCase();
}

function lowerCase(text: string): string {
  return text.replace(/[^IΑΕΗΙΟΥΩ]+/g, (part) => part.toLowerCase());
}

/** İ, and i or I with its dot written apart. */
const DOTTED_I = /İ|[iIı]\u0307/g;

/** Whitespace, and the characters that chats and captions use as blanks: fillers of Hangul, the blank of Braille. */
const BLANKS = /[\s\u0085\u115F\u1160\u2800\u3164\uFFA0]+/g;

const createFlag = () => /\p{Regional_Indicator}{2}/gu;
/** Word joiner, which separates adjacent flags, so that their halves match no third flag; texts have none left. */
const FLAG_END = '\u2060';

const createCompatible = () =>
  /[\p{CWKCF}--[\p{No}\p{Extended_Pictographic}\u2120\u00AA\u00BA\u2116\u3131-\u318E]]/gv;
/** A superscript, subscript or circled digit that is not next to another digit: 5² is not 52. */
const createLoneNumber = () => /(?<!\p{N})\p{No}(?!\p{N})/gu;
const CIRCLED_M = /(?<=[Ⓐ-ⓩ])Ⓜ|Ⓜ(?=[Ⓐ-ⓩ])/gu;

/**
 * Replaces letters and digits of another width or style by the ordinary ones (NFKC), one by one. Not replaced: what
 * becomes several words (½, ℀), a spacing accent (´), symbols behind names (™), ordinals (º), emoji.
 */
function foldCompatible(text: string): string {
  return text
    .replaceAll('\u309B', '\u3099') // voicing marks of their own width
    .replaceAll('\u309C', '\u309A')
    .replace(createLoneNumber(), toCompatible)
    .replace(CIRCLED_M, 'm')
    .replace(createCompatible(), toCompatible)
    .replace(/(?!\d)\p{Nd}/gu, toAsciiDigit);
}

const IN_PARENTHESES = /^\(([A-Za-z])\)$/;

function toCompatible(character: string): string {
  const compatible = character.normalize('NFKC');
  const [, letter] = IN_PARENTHESES.exec(compatible) ?? [];
  if (letter !== undefined) return letter;
  const isOne = compatible.length === 1 || /^[\p{L}\p{M}\p{N}]+$/u.test(compatible);
  return isOne ? compatible : character;
}

/** Digits of every script are ten in a row, beginning with zero. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % 10);
}

/** Keyboards differ in the apostrophe, quotation marks of abbreviations and hyphens that they have. */
function foldPunctuation(text: string): string {
  return text
    .replace(/[‘’‛′´`ʹʻʼ\u05F3]/g, "'")
    .replace(/[“”„‟″\u05F4]/g, '"')
    .replace(/[‐‑‒–—―−⁃\u05BE]/g, '-');
}

/** Arabic keyboards of several languages have different letters that look the same inside of words. */
const LETTERS: Readonly<Record<string, string>> = { ی: 'ي', ک: 'ك', ہ: 'ه' };
const FORMS_OF_LETTERS = /[یکہ]/g;

/** Vowel marks of Arabic and Hebrew, which most people leave out, and the stretching of Arabic letters. */
const UNWRITTEN =
  /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]/g;

/** Letters without a vowel in Malayalam and Bengali that older phones write as three characters. */
const SPELLED_CHILLU = /([ണനരലളകত])[\u0D4D\u09CD]\u200D/g;
const CHILLU: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ', ত: 'ৎ' };

function toChillu(spelled: string, letter: string): string {
  return CHILLU[letter] ?? spelled;
}
