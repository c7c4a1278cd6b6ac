import { getHostPort } from '../rules/address-of.ts';
import type { PrivateAllowlist } from '../rules/private-allowance.ts';
import { checkPublicUrl } from '../rules/public-url.ts';
import { parseUrlShape } from '../rules/url-shape.ts';

/**
 * Host and port of each URL that is one of the web, but not one that a service may use: a sandbox may have been told to
 * take it.
 */
export function listPrivateAddresses(urls: readonly string[]): PrivateAllowlist {
  const own = urls.filter((url) => parseUrlShape(url) !== null && checkPublicUrl(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
