import { getHostPort } from './get-host-port.ts';
import { checkPublicUrl } from './public-url.ts';
import { parseUrlShape } from './url-shape.ts';

/** Non-public addresses that a run may reach: `host:port`, in the format of `getHostPort`. @see docs/safety.md#S9 */
export type PrivateAllowlist = readonly string[];

/**
 * Whether a run may reach the host and port of this URL, whatever they resolve to, also without TLS. A URL with a
 * user, or one that only a lenient parser accepts, is never allowed.
 */
export function isAllowed(url: string, allowance: PrivateAllowlist): boolean {
  const shape = allowance.length === 0 ? null : parseUrlShape(url);
  return shape !== null && !shape.authority.includes('@') && allowance.includes(getHostPort(url));
}

/**
 * Whether nothing was sent because of the URL itself: it is neither public nor allowed, or its host is a literal
 * address. For a name, DNS was the reason, and the next attempt may get another answer.
 *
 * @param url a URL that the outbound guard refused
 * @see docs/service/readings.md#U-07
 */
export function isRefusedByUrl(url: string, allowance: PrivateAllowlist): boolean {
  if (checkPublicUrl(url) !== null && !isAllowed(url, allowance)) return true;
  return /^\[|\.\d+$/.test(new URL(url).hostname);
}
