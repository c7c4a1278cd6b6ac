import { isPublicAddress } from './public-address.ts';

/**
 * Whether a host can be public, as far as its spelling tells. The address it resolves to is checked on connect.
 *
 * @param host `hostname` of a parsed URL: lower case, canonical numbers, IPv6 in brackets
 * @see docs/service/automations.md#AUT-19
 */
export function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  // A URL host that ends in a number is either an IPv4 address or invalid.
  return /\.\d+$/.test(host) ? isPublicAddress(host) : isPublicName(host);
}

const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;
const MAX_NAME_LENGTH = 253;

/**
 * Special-use domain names, which any network may resolve as it likes; cloud metadata services use some of them.
 *
 * @see RFC 6761; RFC 6762, appendix G; RFC 8375
 */
const PRIVATE_NAMES =
  /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid)$/;

/** @param host may end in the root dot: it is the same name */
function isPublicName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && name.length <= MAX_NAME_LENGTH && !PRIVATE_NAMES.test(name) && name !== 'home.arpa';
}
