import { checkPublicUrl } from './check-public-url.ts';
import { getHostPort } from './get-host-port.ts';
import { parseUrlShape } from './parse-url-shape.ts';

/**
 * What of the network that is not public a run may reach: `host:port` each, as `getHostPort` writes it.
 *
 * @see docs/safety.md#S9
 */
export type PrivateAllowlist = readonly string[];

/**
 * Whether a run may reach the host and port of this URL, wherever they lead, also without TLS. One that holds a user, or
 * that only a lenient reader takes for an address, is never allowed so.
 */
export function isAllowed(url: string, allowance: PrivateAllowlist): boolean {
  const shape = allowance.length === 0 ? null : parseUrlShape(url);
  return shape !== null && !shape.authority.includes('@') && allowance.includes(getHostPort(url));
}

/**
 * Whether the URL itself is why nothing was sent: it is not public and not allowed, or its host is a literal address.
 * For a name, the answer of DNS was: that may be another one at the next attempt.
 *
 * @param url one to which the guard let nothing leave
 * @see docs/service/readings.md#U-07
 */
export function isRefusedByUrl(url: string, allowance: PrivateAllowlist): boolean {
  if (checkPublicUrl(url) !== null && !isAllowed(url, allowance)) return true;
  return /^\[|\.\d+$/.test(new URL(url).hostname);
}
