import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLinkLocalOrMetadata, isPublicAddress, isSameAddress } from '../domain/addresses/public-address.ts';
import { checkPublicUrl, isAllowed, type PrivateAllowlist } from '../domain/addresses/public-url.ts';
import { OutboundError } from './outbound.ts';

/** Where a request goes, parsed from its URL. */
export interface OutboundTarget {
  readonly isEncrypted: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Value of the header `Host`. */
  readonly hostHeader: string;
  /** Path and query, as they stand in the request. */
  readonly path: string;
  /** The run allows the host whatever it resolves to; otherwise every address must be public. */
  readonly isAllowed: boolean;
  /** The URL itself is only acceptable because of an allowance. */
  readonly isPrivate: boolean;
}

/** Parses the target of a URL. @returns null when nothing may be sent there */
export function parseTarget(url: string, allowance: PrivateAllowlist): OutboundTarget | null {
  const allowed = isAllowed(url, allowance);
  const isPrivate = checkPublicUrl(url) !== null;
  if (isPrivate && !allowed) return null;
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  const isEncrypted = protocol === 'https:';
  return {
    isEncrypted,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isEncrypted ? 443 : 80) : Number(port),
    hostHeader: host,
    path: pathname + search,
    isAllowed: allowed,
    isPrivate,
  };
}

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

/** Resolves a name to all its addresses, in the order in which they are tried. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves names by the system, without a cache. Concurrent lookups of one name share a result, because a lookup
 * occupies one of few threads, and a slow name would occupy them all.
 */
export function resolveNames(): Resolve {
  const underway = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const joined = underway.get(name);
    if (joined !== undefined) return joined;
    const found = lookUpAddresses(name).finally(() => underway.delete(name));
    underway.set(name, found);
    return found;
  };
}

async function lookUpAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
