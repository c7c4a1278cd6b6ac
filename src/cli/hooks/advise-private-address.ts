import { getHostPort } from '../../domain/addresses/get-host-port.ts';
import { isAllowed, type PrivateAllowlist } from '../../domain/addresses/private-allowlist.ts';
import { isPublicExceptPort, LOWEST_OPEN_PORT } from '../../domain/addresses/public-url.ts';
import { formatFlags } from '../shell/shell-command.ts';
import { buildAllowPrivateFlag } from './allow-private.ts';

/** The required scheme and port for a URL whose host is public; null for any other URL. */
export function suggestPublicUrl(url: string): string | null {
  if (!isPublicExceptPort(url)) return null;
  return `its host is public: use https:// with port 443, or a port from ${LOWEST_OPEN_PORT} on`;
}

/**
 * Advises how to reach an address that was refused.
 *
 * @param what what the address belongs to: `an endpoint`
 * @param allowed the allowed addresses: if it is one of them, only the name's DNS record can be the reason
 * @see docs/safety.md#S9
 */
export function advisePrivateAddress(url: string, what: string, allowed: PrivateAllowlist): string {
  if (isAllowed(url, allowed)) return 'use --allow-private with the IP address itself, or fix the DNS record';
  return (
    suggestPublicUrl(url) ??
    `${what} of this machine or network, ${getHostPort(url)}, is reached with ${formatFlags`${buildAllowPrivateFlag(url)}`}`
  );
}
