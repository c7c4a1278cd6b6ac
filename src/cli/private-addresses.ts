import { checkPublicUrl } from '../rules/check-public-url.ts';
import { getHostPort } from '../rules/get-host-port.ts';
import { parseUrlShape } from '../rules/parse-url-shape.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';

/** Host and port of each http(s) URL that is not public: a sandbox may be allowed to reach it. */
export function listPrivateAddresses(urls: readonly string[]): PrivateAllowlist {
  const own = urls.filter((url) => parseUrlShape(url) !== null && checkPublicUrl(url) !== null);
  return [...new Set(own.map(getHostPort))];
}
