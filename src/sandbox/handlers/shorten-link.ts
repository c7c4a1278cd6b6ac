import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { generateShortLink } from '../publish/generate-short-link.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/endpoints.md#other-endpoints */
export const shortenLink: Handler<'shortenLink'> = ({ body: { url } }, { random, now }) => {
  const short = generateShortLink(random);
  return {
    status: 'success',
    id: short.id,
    shortUrl: short.url,
    originalUrl: url,
    created: formatIsoSeconds(now),
  };
};
