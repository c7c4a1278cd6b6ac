import { getHostPort } from '../rules/address-of.ts';
import type { Allowance } from '../rules/private-allowance.ts';
import { publicUrlFault } from '../rules/public-url.ts';
import { urlShape } from '../rules/url-shape.ts';

/**
 * Host and port of each URL that is one of the web, but not one that a service may use: a sandbox may have been told to
 * take it.
 */
export function listPrivateAddresses(urls: readonly string[]): Allowance {
  const own = urls.filter((url) => urlShape(url) !== null && publicUrlFault(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
