import { isoSeconds } from '../../rules/iso-seconds.ts';
import { ALPHANUMERIC } from '../networks/made-id.ts';
import { newLetters } from '../new-letters.ts';
import type { Handler } from './handler.ts';

const LETTERS = 7;

/** Nobody serves the address, so that nothing of it has to be kept. @see undescribed.md 8 */
export const shortenLink: Handler<'shortenLink'> = ({ body: { url } }, { random, now }) => {
  const id = newLetters(random, ALPHANUMERIC, LETTERS);
  return {
    status: 'success',
    id,
    shortUrl: `https://short.example/${id}`,
    originalUrl: url,
    created: isoSeconds(now),
  };
};
