import { isIP } from 'node:net';
import { isLinkLocalOrMetadata, isPublicAddress, isSameAddress } from '../domain/addresses/public-address.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolve } from './resolve-name.ts';
import type { OutboundTarget } from './target.ts';

/**
 * Resolves a target to its addresses, all of which must be allowed. A name is resolved once, here; the connection is
 * made to one of these addresses.
 *
 * @throws {OutboundError} `name not found`; `address not allowed`, also when one address of several is not public
 * @see docs/service/callbacks.md#CBK-08, #K-08
 * @see docs/service/automations.md#AUT-19
 * @see docs/safety.md#S1 to #S3
 */
export async function resolveTarget(target: OutboundTarget, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(target.host) === 0 ? await resolveHost(target.host, resolve) : [target.host];
  if (!addresses.every((address) => mayReach(target, address)))
    throw new OutboundError('address not allowed');
  return addresses;
}

async function resolveHost(name: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((cause) => {
    throw new OutboundError('name not found', cause);
  });
  if (addresses.length === 0) throw new OutboundError('name not found');
  return addresses;
}

/**
 * Whether a target may be reached at an address. Anything that is not an address would be resolved again, and is
 * refused. An allowed name may resolve to any address except link-local ones and metadata services; an allowed
 * literal address may be one of these.
 *
 * @see docs/safety.md#S2, #S9
 */
export function mayReach({ isAllowed, host }: OutboundTarget, address: string): boolean {
  if (!isAllowed) return isPublicAddress(address);
  return isIP(address) !== 0 && (!isLinkLocalOrMetadata(address) || isSameAddress(host, address));
}
