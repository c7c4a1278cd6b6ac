import { LIMITS } from '../facts/limits.ts';
import { parseUrlShape } from './parse-url-shape.ts';
import { isPublicHost } from './public-host.ts';

/**
 * What is wrong with an address that the service is to ask or to tell something, or null. Nothing is resolved and
 * nothing is asked here.
 *
 * @returns always one of the same few sentences, so that no answer tells what stands behind an address
 * @see docs/service/callbacks.md#endpoint-rules
 * @see docs/service/automations.md#AUT-19
 */
export function checkPublicUrl(url: string): string | null {
  return checkUrlShape(url) ?? checkHost(url);
}

/**
 * Whether an address is refused for its scheme or its port alone: its host is public, as far as its spelling tells.
 *
 * @see docs/safety.md#S7
 */
export function isPublicExceptPort(url: string): boolean {
  const isRefused = parseUrlShape(url) !== null && checkPublicUrl(url) === NOT_PUBLIC;
  return isRefused && isPublicHost(new URL(url).hostname);
}

/**
 * The same of an address that a webhook is registered with, which must hold no fragment either.
 *
 * @see docs/service/webhooks.md#routes, #HOOK-01
 */
export function checkWebhookUrl(url: string): string | null {
  return checkUrlLength(url) ?? checkPublicUrl(url) ?? checkFragment(url);
}

/**
 * The same, wherever its host is: whether one that is not public is taken is for the service to say, and a sandbox may
 * well take it.
 */
export function checkWebhookShape(url: string): string | null {
  return checkUrlLength(url) ?? checkUrlShape(url) ?? checkFragment(url);
}

/** The same of one that a run allows, by whatever scheme and wherever its host is. @param url one that is allowed */
export function checkAllowedUrl(url: string): string | null {
  return checkUrlLength(url) ?? checkFragment(url);
}

/** Ours: whether an address is too long to be kept, wherever it leads. @see docs/safety.md#D8 */
export function checkUrlLength(url: string): string | null {
  return url.length > LIMITS.urlCharacters ? TOO_LONG : null;
}

const TOO_LONG = `must be at most ${LIMITS.urlCharacters.toLocaleString('en')} characters long`;

function checkUrlShape(url: string): string | null {
  const shape = parseUrlShape(url);
  if (shape?.scheme !== 'https') return NOT_PUBLIC;
  return shape.authority.includes('@') ? 'must not hold a user or a password' : null;
}

function checkHost(url: string): string | null {
  const { hostname, port } = new URL(url);
  return isPublicHost(hostname) && isOpenPort(port) ? null : NOT_PUBLIC;
}

/**
 * Below are the ports of mail, of remote control and of names, which are not to be spoken to.
 *
 * @see docs/safety.md#S7
 */
export const LOWEST_OPEN_PORT = 1024;

/** @param port of a parsed URL: empty for the one of https */
function isOpenPort(port: string): boolean {
  return port === '' || Number(port) >= LOWEST_OPEN_PORT;
}

function checkFragment(url: string): string | null {
  return url.includes('#') ? 'must not hold a fragment' : null;
}

const NOT_PUBLIC = 'must be a public https address';
