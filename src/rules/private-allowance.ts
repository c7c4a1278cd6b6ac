import { addressOf } from './address-of.ts';

/** What of the network that is not public a run may reach: `host:port` each, as `addressOf` writes it. @see safety, S9 */
export type Allowance = readonly string[];

/** Whether a run may reach the host and port of this URL, wherever they lead, also without TLS. */
export function isAllowed(url: string, allowance: Allowance): boolean {
  return URL.canParse(url) && /^https?:/i.test(url) && allowance.includes(addressOf(url));
}
