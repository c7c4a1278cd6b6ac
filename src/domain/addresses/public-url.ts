import { LIMITS } from '../../service/limits.ts';
import { isPublicHost } from './public-address.ts';
import { getHostPort, parseUrlShape } from './url-shape.ts';

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
  if (url.length <= LIMITS.urlCharacters) return null;
  return `must be at most ${LIMITS.urlCharacters.toLocaleString('en')} characters long`;
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
