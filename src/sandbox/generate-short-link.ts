import { X_COUNT } from '../facts/post-limits.ts';
import type { Random } from './generate-keys.ts';
import { generateRandomText } from './generate-random-text.ts';
import { ALPHANUMERIC } from './networks/derived-ids.ts';

/** A short link as the service makes it. */
interface ShortLink {
  readonly id: string;
  readonly url: string;
}

const BEGINNING = 'https://s.example/';
/** It is as long as links that will be shortened are said to be. */
const LETTERS = X_COUNT.linkCharacters - BEGINNING.length;

/** Nobody serves the address, so that nothing of it has to be kept. */
export function generateShortLink(random: Random): ShortLink {
  const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
  return { id, url: `${BEGINNING}${id}` };
}
