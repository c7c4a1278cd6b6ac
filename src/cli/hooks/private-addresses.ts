import { getHostPort } from '../../domain/addresses/get-host-port.ts';
import type { PrivateAllowlist } from '../../domain/addresses/private-allowlist.ts';
import { checkPublicUrl } from '../../domain/addresses/public-url.ts';
import { parseUrlShape } from '../../domain/addresses/url-shape.ts';

/** Host and port of each http(s) URL that is not public: a sandbox may be allowed to reach it. */
export function listPrivateAddresses(urls: readonly string[]): PrivateAllowlist {
  const own = urls.filter((url) => parseUrlShape(url) !== null && checkPublicUrl(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
