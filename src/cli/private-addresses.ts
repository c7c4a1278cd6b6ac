import { checkPublicUrl } from '../rules/check-public-url.ts';
import { getHostPort } from '../rules/get-host-port.ts';
import { parseUrlShape } from '../rules/parse-url-shape.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';

/**
 * Host and port of each URL that is one of the web, but not one that a service may use: a sandbox may have been told to
 * take it.
 */
export function listPrivateAddresses(urls: readonly string[]): PrivateAllowlist {
  const own = urls.filter((url) => parseUrlShape(url) !== null && checkPublicUrl(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
