import { isIP } from 'node:net';
import { isLinkLocalOrMetadata, isPublicAddress, isSameAddress } from '../rules/public-address.ts';
import { Failed } from './failed.ts';
import type { Resolve } from './resolve-name.ts';
import type { Target } from './target.ts';

/**
 * The addresses that a target leads to, all of which it may be reached at. A name is resolved once, here; what is
 * connected to is one of these.
 *
 * @throws {Failed} `name not found`; `address not allowed`, also when one address of several is not public
 * @see rules CBK-08, AUT-19; case K-08; safety, S1 to S3
 */
export async function judgedAddresses(target: Target, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(target.host) === 0 ? await resolved(target.host, resolve) : [target.host];
  if (!addresses.every((address) => mayReach(target, address))) throw new Failed('address not allowed');
  return addresses;
}

async function resolved(name: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((cause) => {
    throw new Failed('name not found', cause);
  });
  if (addresses.length === 0) throw new Failed('name not found');
  return addresses;
}

/**
 * Whether a target may be reached at an address. What is no address would be resolved once more, and is none. An
 * allowed name reaches any address but link-local ones and metadata services; an allowed literal address may be one.
 *
 * @see safety, S2 and S9
 */
export function mayReach({ isAllowed, host }: Target, address: string): boolean {
  if (!isAllowed) return isPublicAddress(address);
  return isIP(address) !== 0 && (!isLinkLocalOrMetadata(address) || isSameAddress(host, address));
}
