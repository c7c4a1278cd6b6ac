import { PLATFORMS, Platform } from '../../../../service/platforms.ts';

/**
 * Finds the choice that a word names: in any case, and a network also by the name that people call it. Null for any
 * other word.
 */
export function findChoice(word: string, choices: readonly string[]): string | null {
  if (choices.includes(word)) return word;
  const lower = word.toLowerCase();
  const inOtherCase = choices.find((choice) => choice.toLowerCase() === lower);
  if (inOtherCase !== undefined) return inOtherCase;
  const network = findNetwork(word);
  return network !== null && choices.includes(network) ? network : null;
}

/** The network of a name, whatever its case, spaces and hyphens: `X`, `google business`, `Tik-Tok`. */
export function findNetwork(name: string): Platform | null {
  const bare = toLetters(name);
  if (bare === 'googlebusiness') return 'gmb';
  return Platform.options.find((each) => bare === each || bare === toLetters(PLATFORMS[each].name)) ?? null;
}

/** A name in lower case, without spaces and punctuation; digits and other letters make it another name. */
export function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[\s\p{P}\p{S}\p{Cf}]/gu, '');
}
