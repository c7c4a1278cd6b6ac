import { compilePhraseSearch } from './compile-phrase-search.ts';
import { normalizeKeywordText } from './normalize-keyword.ts';
import { isPlainWord, isWholeWord, splitWords } from './word-borders.ts';

/**
 * Looks through a text, and tells of every keyword that it holds as a whole word, by its place; of some several times.
 *
 * @param found returns true when only keywords before this one are wanted from there on
 */
export type KeywordSearch = (text: string, found: (place: number) => boolean) => void;

/**
 * Prepares a search for many keywords at once. It takes time with the length of the text alone, whatever stands in it:
 * keywords that are one plain word are looked up by the words of the text, all others are searched for at once.
 *
 * @param spellings as `keywordSpelling` gives them, none empty, and no two equal
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01
 * @see docs/service/readings.md#U-10
 */
export function compileKeywordSearch(spellings: readonly string[]): KeywordSearch {
  const words = new Map<string, number>();
  const phrases: string[] = [];
  const phrasePlaces: number[] = [];
  for (const [place, spelling] of spellings.entries()) {
    if (isPlainWord(spelling)) words.set(spelling, place);
    else phrasePlaces[phrases.push(spelling) - 1] = place;
  }
  const search = phrases.length > 0 ? compilePhraseSearch(phrases) : null;
  return (text, found) => {
    const sentence = normalizeKeywordText(text);
    if (words.size > 0) {
      for (const word of splitWords(sentence)) {
        const place = words.get(word);
        if (place !== undefined) found(place);
      }
    }
    search?.(sentence, (at, end) => {
      const length = phrases[at]?.length ?? 0;
      const place = phrasePlaces[at];
      return place !== undefined && isWholeWord(sentence, end - length, end) && found(place);
    });
  };
}
