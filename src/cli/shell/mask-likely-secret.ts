import { mask } from '../../client/mask.ts';

/** Masks a word in an error message when it is unlikely to be a mistyped name: it may be a misplaced key. */
export function maskLikelySecret(word: string): string {
  return word.length >= LONGEST_NAME && (/\d/.test(word) || !/^-{0,2}[a-z]+([-_. :/][a-z]+)*$/i.test(word))
    ? mask(word)
    : word;
}

/** No name of a command, a flag or a setting is as long. */
const LONGEST_NAME = 16;
