import { addressOf } from './address-of.ts';
import { urlShape } from './url-shape.ts';

/** What of the network that is not public a run may reach: `host:port` each, as `addressOf` writes it. @see safety, S9 */
export type Allowance = readonly string[];

/**
 * Whether a run may reach the host and port of this URL, wherever they lead, also without TLS. One that holds a user, or
 * that only a lenient reader takes for an address, is never allowed so.
 */
export function isAllowed(url: string, allowance: Allowance): boolean {
  const shape = allowance.length === 0 ? null : urlShape(url);
  return shape !== null && !shape.authority.includes('@') && allowance.includes(addressOf(url));
}
