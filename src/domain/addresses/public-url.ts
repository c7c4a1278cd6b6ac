import ipaddr from 'ipaddr.js';
import { ASSUMED } from '../../service/assumed.ts';
import { getHostPort, parseUrlShape } from './url-shape.ts';

/**
 * Whether a literal address is public. Anything not known to be public is not.
 *
 * @param address as a resolver or a URL writes it: four decimal numbers, or IPv6 without brackets. Other spellings
 * and a zone (`%eth0`) are not public.
 * @see docs/service/callbacks.md#endpoint-rules, #CBK-08
 * @see docs/service/automations.md#AUT-19
 */
export function isPublicAddress(address: string): boolean {
  if (FOUR_DECIMALS.test(address)) return isPublicIPv4(address);
  const groups = toHexGroups(address);
  if (groups.includes('%') || !ipaddr.IPv6.isValid(groups)) return false;
  return isPublicIPv6(ipaddr.IPv6.parse(groups));
}

/**
 * Converts an IPv6 address that ends in IPv4 notation to hexadecimal groups: ipaddr.js accepts several spellings of
 * such an ending, and takes `::8.8.8.8` for a mapped address.
 */
function toHexGroups(address: string): string {
  const at = address.lastIndexOf(':') + 1;
  const end = address.slice(at);
  if (!FOUR_DECIMALS.test(end)) return end.includes('.') ? '' : address;
  const [a, b, c, d] = ipaddr.IPv4.parse(end).octets.map((byte) => byte.toString(16).padStart(2, '0'));
  return `${address.slice(0, at)}${a}${b}:${c}${d}`;
}

/** Each 0 to 255 without leading zeros: some parsers read `010` as octal. */
const FOUR_DECIMALS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Cloud metadata services outside the link-local range: Azure, Alibaba Cloud, Oracle Cloud Classic. */
const METADATA_IPV4: readonly string[] = ['168.63.129.16', '100.100.100.200', '192.0.0.192'];

/** IPv6 metadata services, normalized: Amazon, Google, Oracle, Scaleway. */
const METADATA_IPV6: readonly string[] = [
  'fd00:ec2:0:0:0:0:0:254',
  'fd20:ce:0:0:0:0:0:254',
  'fd00:c1:0:0:0:0:a9fe:a9fe',
  'fd00:42:0:0:0:0:0:42',
];

function isPublicIPv4(address: string): boolean {
  return !METADATA_IPV4.includes(address) && ipaddr.IPv4.parse(address).range() === 'unicast';
}

/**
 * Whether an address is link-local or a cloud metadata service, also if embedded in an IPv6 address. No name may
 * resolve to it, even an allowed one: DNS rebinding would turn the allowlist into access to credentials.
 *
 * @param address as a resolver or a socket writes it, with or without a zone; an invalid address counts as one
 * @see docs/safety.md#S2, #S9
 */
export function isLinkLocalOrMetadata(address: string): boolean {
  if (FOUR_DECIMALS.test(address)) return isLinkLocalOrMetadataIPv4(address);
  const groups = toHexGroups(address.replace(/%.*$/s, ''));
  if (!ipaddr.IPv6.isValid(groups)) return true;
  const parsed = ipaddr.IPv6.parse(groups);
  if (parsed.range() === 'linkLocal' || METADATA_IPV6.includes(parsed.toNormalizedString())) return true;
  const bytes = parsed.toByteArray();
  return (
    (isTunnelled(parsed) && isLinkLocalOrMetadataIPv4(readIPv4(bytes, 12))) ||
    [...EMBEDDED, IPV4_COMPATIBLE].some(
      ({ range, at }) => parsed.match(range) && isLinkLocalOrMetadataIPv4(readIPv4(bytes, at)),
    )
  );
}

/** Whether two literals are the same address, in any spelling. A name equals nothing; zones are ignored. */
export function isSameAddress(one: string, other: string): boolean {
  const [first = '', second = ''] = [one, other].map((each) => each.replace(/%.*$/s, ''));
  if (!ipaddr.isValid(first) || !ipaddr.isValid(second)) return false;
  return ipaddr.parse(first).toNormalizedString() === ipaddr.parse(second).toNormalizedString();
}

function isLinkLocalOrMetadataIPv4(address: string): boolean {
  return METADATA_IPV4.includes(address) || ipaddr.IPv4.parse(address).range() === 'linkLocal';
}

/** A range by its first groups, without the regular expressions of `parseCIDR`, which take long to compile. */
function defineRange(groups: readonly number[], bits: number): [ipaddr.IPv6, number] {
  return [new ipaddr.IPv6([...groups, ...Array<number>(8 - groups.length).fill(0)]), bits];
}

/** The global unicast range of IPv6: 2000::/3. */
const GLOBAL_UNICAST = defineRange([0x2000], 3);

/** IPv6 ranges that embed an IPv4 address, and the offset of its first byte. */
const EMBEDDED = [
  { range: defineRange([0, 0, 0, 0, 0, 0xffff], 96), at: 12 }, // ::ffff:0:0/96
  // NAT64, 64:ff9b::/96 and 64:ff9b:1::/96: IPv6-only networks reach IPv4 through it.
  { range: defineRange([0x64, 0xff9b], 96), at: 12 },
  { range: defineRange([0x64, 0xff9b, 1], 96), at: 12 },
  { range: defineRange([0x2002], 16), at: 2 },
] as const;

/** The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1): never public, but still understood by some routers. */
const IPV4_COMPATIBLE = { range: defineRange([], 96), at: 12 } as const;

/** 6to4 relays and Teredo are rejected as a whole: ipaddr.js does not class them as unicast. */
function isPublicIPv6(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  if (isTunnelled(address) && !isPublicIPv4(readIPv4(bytes, 12))) return false;
  const embedded = EMBEDDED.find(({ range }) => address.match(range));
  if (embedded !== undefined) return isPublicIPv4(readIPv4(bytes, embedded.at));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** ISATAP: under any prefix, the second half embeds an IPv4 address of the local site. */
function isTunnelled({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;
}

function readIPv4(bytes: readonly number[], at: number): string {
  return bytes.slice(at, at + 4).join('.');
}

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

/**
 * Checks that a URL which the service will request is public. Nothing is resolved or requested here.
 *
 * @returns null, or one of a few fixed messages, so that no answer reveals what is behind an address
 * @see docs/service/callbacks.md#endpoint-rules
 * @see docs/service/automations.md#AUT-19
 */
export function checkPublicUrl(url: string): string | null {
  return checkUrlShape(url) ?? checkHost(url);
}

/**
 * Whether a URL is rejected only because of its scheme or port: its host is public, as far as the spelling tells.
 *
 * @see docs/safety.md#S7
 */
export function isPublicExceptPort(url: string): boolean {
  const isRefused = parseUrlShape(url) !== null && checkPublicUrl(url) === NOT_PUBLIC;
  return isRefused && isPublicHost(new URL(url).hostname);
}

/** Checks a webhook URL, which must not have a fragment either. @see docs/service/webhooks.md#routes, #HOOK-01 */
export function checkWebhookUrl(url: string): string | null {
  return checkUrlLength(url) ?? checkPublicUrl(url) ?? checkFragment(url);
}

/**
 * Checks a webhook URL except for its host: the service decides whether to accept a host that is not public, and a
 * sandbox may.
 */
export function checkWebhookShape(url: string): string | null {
  return checkUrlLength(url) ?? checkUrlShape(url) ?? checkFragment(url);
}

/** Checks a URL on the allowlist, which may have any scheme and host. @param url one that is allowed */
export function checkAllowedUrl(url: string): string | null {
  return checkUrlLength(url) ?? checkFragment(url);
}

/** Ours: checks whether a URL is too long to store. @see docs/safety.md#D8 */
export function checkUrlLength(url: string): string | null {
  if (url.length <= ASSUMED.urlCharacters) return null;
  return `must be at most ${ASSUMED.urlCharacters.toLocaleString('en')} characters long`;
}

function checkUrlShape(url: string): string | null {
  const shape = parseUrlShape(url);
  if (shape?.scheme !== 'https') return NOT_PUBLIC;
  return shape.authority.includes('@') ? 'must not contain a user name or password' : null;
}

function checkHost(url: string): string | null {
  const { hostname, port } = new URL(url);
  return isPublicHost(hostname) && isOpenPort(port) ? null : NOT_PUBLIC;
}

/** Lower ports belong to mail, remote access and DNS, which must not receive requests. @see docs/safety.md#S7 */
export const LOWEST_OPEN_PORT = 1024;

/** @param port of a parsed URL: empty for the default port of https */
function isOpenPort(port: string): boolean {
  return port === '' || Number(port) >= LOWEST_OPEN_PORT;
}

function checkFragment(url: string): string | null {
  return url.includes('#') ? 'must not contain a fragment' : null;
}

const NOT_PUBLIC = 'must be a public https address';

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
