import { checkPublicUrl, type PrivateAllowlist } from './public-url.ts';
import { getHostPort, parseUrlShape } from './url-shape.ts';

/** Host and port of each http(s) URL that is not public: a sandbox may be allowed to reach it. */
export function listPrivateAddresses(urls: readonly string[]): PrivateAllowlist {
  const own = urls.filter((url) => parseUrlShape(url) !== null && checkPublicUrl(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
