import { isPlainWord, isWholeWord, splitWords } from '../text/word-borders.ts';
import { compilePhraseSearch } from './compile-phrase-search.ts';
import { normalizeKeywordText } from './normalize-keyword.ts';

/**
 * Searches a text and reports every keyword that it contains as a whole word, by index; some are reported several
 * times.
 *
 * @param found returns true if from there on only keywords with a lower index are needed
 */
export type KeywordSearch = (text: string, found: (place: number) => boolean) => void;

/**
 * Prepares a search for many keywords at once, in time linear in the length of the text: keywords that are a single
 * plain word are looked up for each word of the text, all others are searched together.
 *
 * @param spellings as returned by `normalizeKeyword`, none empty, no two equal
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
