import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { newShortLink } from '../short-link.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/endpoints.md#other-endpoints */
export const shortenLink: Handler<'shortenLink'> = ({ body: { url } }, { random, now }) => {
  const short = newShortLink(random);
  return {
    status: 'success',
    id: short.id,
    shortUrl: short.url,
    originalUrl: url,
    created: formatIsoSeconds(now),
  };
};
