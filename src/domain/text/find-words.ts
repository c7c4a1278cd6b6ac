import { foldKeyword, isSameBesideCapitals, mergeLetters } from './fold-keyword.ts';
import { compileKeywordSearch } from './keyword-search.ts';

/**
 * Splits the words of a search, folded as keywords are: each word by itself, and a phrase that is in quotation marks.
 * A mark inside of a word, such as of a Hebrew abbreviation, is part of it.
 *
 * @returns null if there is no word, an empty phrase, or a quotation mark that is not closed
 */
export function parseSearchWords(typed: string): readonly string[] | null {
  const parts = [...foldKeyword(typed).matchAll(/"(.*?)"(?= |$)|\S+/g)].map(([whole, phrase]) =>
    phrase === undefined ? whole : phrase.trim(),
  );
  const isValid = parts.length > 0 && parts.every((part) => part !== '' && !/^"./.test(part));
  return isValid ? [...new Set(parts)] : null;
}

/**
 * Prepares a search for texts that contain all of some words, each as a whole word, in any order and case. What is a
 * word, and which spellings are the same, is decided as for keywords of automations.
 *
 * @param words as returned by `parseSearchWords`
 * @see docs/service/readings.md#U-10
 */
export function compileWordSearch(words: readonly string[]): (text: string) => boolean {
  const search = compileKeywordSearch(words);
  return (text) => {
    const missing = new Set(words.keys());
    search(text, (place) => {
      missing.delete(place);
      return false; // all of them are needed
    });
    return missing.size === 0;
  };
}

/** Prepares a comparison of handles and names, with or without @, in any case. */
export function compileHandleMatch(wanted: string): (handle: string) => boolean {
  const folded = foldHandle(wanted);
  const merged = mergeLetters(folded);
  return (handle) => {
    const other = foldHandle(handle);
    return mergeLetters(other) === merged && isSameBesideCapitals(other, 0, folded);
  };
}

/** Empty if there is nothing but an @. */
export function foldHandle(handle: string): string {
  return foldKeyword(handle).replace(/^@/, '').trim();
}
