import { mask } from '../client/mask.ts';

/**
 * A word that should have been one of a few names, as a sentence may repeat it: one that can hardly be a mistyped name
 * may be a key that went astray, and is masked.
 */
export function maskLikelySecret(word: string): string {
  return word.length >= LONGEST_NAME && (/\d/.test(word) || !/^-{0,2}[a-z]+([-_. :/][a-z]+)*$/i.test(word))
    ? mask(word)
    : word;
}

/** Of what is not masked; no name of a command, a flag or a setting is as long. */
const LONGEST_NAME = 16;
