import { isPublicAddress } from './public-address.ts';

/**
 * Whether a host can be one of the public network, as far as its spelling tells. What a name leads to is judged when
 * it is connected to.
 *
 * @param host `hostname` of a parsed URL: lower case, numbers in one spelling, IPv6 in brackets
 * @see docs/service/automations.md#AUT-19
 */
export function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  // A URL's host that ends in a number is an address of IPv4, or no host at all.
  return /\.\d+$/.test(host) ? isPublicAddress(host) : isPublicName(host);
}

const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;
const MAX_NAME_LENGTH = 253;

/**
 * Ends of names that every network may answer as it likes, the metadata services of clouds among them.
 *
 * @see RFC 6761; RFC 6762, appendix G; RFC 8375
 */
const PRIVATE_NAMES =
  /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid)$/;

/** @param host may end in the dot of the root, as an absolute name does: it is the same name */
function isPublicName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && name.length <= MAX_NAME_LENGTH && !PRIVATE_NAMES.test(name) && name !== 'home.arpa';
}
