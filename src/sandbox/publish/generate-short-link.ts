import { X_COUNT } from '../../service/post-limits.ts';
import type { Random } from '../generate-keys.ts';
import { generateRandomText } from '../generate-random-text.ts';
import { ALPHANUMERIC } from '../networks/derived-ids.ts';

/** A short link in the format of the service. */
interface ShortLink {
  readonly id: string;
  readonly url: string;
}

const BEGINNING = 'https://s.example/';
/** As long as shortened links are documented to be. */
const LETTERS = X_COUNT.linkCharacters - BEGINNING.length;

/** The address is not served, so that nothing has to be stored. */
export function generateShortLink(random: Random): ShortLink {
  const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
  return { id, url: `${BEGINNING}${id}` };
}
