import { isPublicExceptPort, LOWEST_OPEN_PORT } from '../rules/check-public-url.ts';
import { getHostPort } from '../rules/get-host-port.ts';
import { isAllowed, type PrivateAllowlist } from '../rules/private-allowlist.ts';
import { buildAllowPrivateFlag } from './allow-private.ts';
import { formatFlags } from './shell-command.ts';

/** What its scheme and port have to be, for an address whose host is public already; null for any other. */
export function suggestPublicUrl(url: string): string | null {
  if (!isPublicExceptPort(url)) return null;
  return `its host is public: give it with https://, and port 443 or one from ${LOWEST_OPEN_PORT} on`;
}

/**
 * How an address that is refused is reached all the same.
 *
 * @param what what it is the address of: `an endpoint`
 * @param allowed what the run was allowed: when the address is among it, only where its name leads can be the reason
 * @see docs/safety.md#S9
 */
export function advisePrivateAddress(url: string, what: string, allowed: PrivateAllowlist): string {
  if (isAllowed(url, allowed)) return 'give --allow-private the address itself, or correct the DNS record';
  return (
    suggestPublicUrl(url) ??
    `${what} of this machine or network, ${getHostPort(url)}, is reached with ${formatFlags`${buildAllowPrivateFlag(url)}`}`
  );
}
