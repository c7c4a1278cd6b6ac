import { isIP } from 'node:net';
import * as z from 'zod';
import {
  checkUrlLength,
  isAllowed,
  isLinkLocalOrMetadata,
  isPublicExceptPort,
  isPublicHost,
  LOWEST_OPEN_PORT,
  type PrivateAllowlist,
} from '../../../domain/addresses/public-url.ts';
import { getHostPort, isLoopback, parseUrlShape } from '../../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../../errors.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { formatFlags, type ShellWords, toFlagWords } from '../../framework/output/text/shell-command.ts';

const HIGHEST_PORT = 65_535;
const EXAMPLE = '127.0.0.1:8080';

/** Host and port; the host has no characters of a URL, a range or a wildcard. */
const HOST_AND_PORT = /^(?<host>\[[\da-f:.]+\]|[^\s\p{Cc}:/\\?#@%*,[\]]+):(?<port>\d+)$/iu;

/** `host:port` or `[v6]:port`, normalized so that addresses can be compared. */
function createAddressSchema() {
  return z.string().transform((text, context): string => {
    const fault = findAddressFault(text);
    if (fault === null) return getHostPort(`http://${text}/`);
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });
}

/**
 * The flag that lets one run reach private addresses, such as a receiver on this machine, also by plain http.
 * It is never read from a file or the environment.
 *
 * @see docs/safety.md#S9
 */
export const ALLOW_PRIVATE = defineFlag(
  z
    .array(createAddressSchema())
    .transform((each): PrivateAllowlist => [...new Set(each)])
    .default([])
    .describe('also reach this private host and port in this run, also over http'),
  { placeholder: 'host:port' },
);

/** Names of this machine, with their port, that requests may give as their host: of containers, for instance. */
export const ALLOW_HOST = defineFlag(
  z
    .array(createAddressSchema())
    .default([])
    .describe('also accept requests for this name and port, such as receiver:8787'),
  { placeholder: 'name:port' },
);

export function buildAllowPrivateWords(addresses: readonly string[]): ShellWords {
  return toFlagWords(addresses.map((address) => ['--allow-private', address]));
}

/** The flag that lets a run reach a URL: `--allow-private 127.0.0.1:8080`. @param url one that can be parsed */
export function buildAllowPrivateFlag(url: string): ShellWords {
  return buildAllowPrivateWords([getHostPort(url)]);
}

/** Describes what is wrong with the text; null when it is a host and a port. */
function findAddressFault(text: string): string | null {
  const asUrl = text.includes('://') && URL.canParse(text) ? new URL(text) : null;
  if (asUrl !== null && asUrl.hostname !== '')
    return `takes a host and a port, not a URL: ${getHostPort(text)}`;
  if (/[*,]|\/\d+(?::|$)|:\d+-\d+$/.test(text)) {
    return `takes one host and one port, such as ${EXAMPLE}; repeat the flag for each address`;
  }
  if (/^[\da-f]*:[\da-f:.]*:[\da-f:.]*$/i.test(text)) {
    return 'needs an IPv6 address in brackets and a port, such as [::1]:8080';
  }
  if (isPort(text)) return `needs a host: 127.0.0.1:${text}`;
  const { port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  // a misplaced API key can look like a host, and must not be printed
  const isShown = isHost(text) && maskLikelySecret(text) === text;
  if (port === undefined) return isShown ? `needs a port: ${text}:8080` : NOT_ONE;
  if (!isPort(port)) return `needs a port from 1 to ${HIGHEST_PORT}`;
  return URL.canParse(`http://${text}/`) ? null : NOT_ONE;
}

/** A single number is the port: IPv4 hosts are not written as one short number. */
function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT;
}

function isHost(text: string): boolean {
  return HOST_AND_PORT.test(`${text}:1`) && URL.canParse(`http://${text}/`);
}

const NOT_ONE = `needs a host and a port, such as ${EXAMPLE} or [::1]:8080`;

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

/** What a user types for an address: a host, and perhaps a port and a path. */
const BARE_ADDRESS = /^(\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(:\d{1,5})?(?:[/?]\S*)?$/iu;

/**
 * Completes an address that was typed without a scheme, as other tools take it: `localhost:3000` is
 * `http://localhost:3000`, and a public host has https. Other texts are returned as they are.
 */
export function addScheme(text: string): string {
  const [, host, port] = BARE_ADDRESS.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`http://${text}`)) return text;
  const { hostname } = new URL(`http://${text}`);
  if (isPublicHost(hostname)) return `https://${text}`;
  return port !== undefined || isLoopback(hostname) ? `http://${text}` : text;
}

/**
 * The addresses that a run may reach: those of the flag, and the one of a URL that the user typed for it. A name that
 * is public by its spelling has to lead to public addresses all the same, and a link-local or metadata address needs
 * the flag: no receiver is there.
 *
 * @param typed a URL of the command line, never one of a file, a service or a redirect
 * @see docs/safety.md#S9
 */
export function addTypedUrl(typed: string, allowed: PrivateAllowlist): PrivateAllowlist {
  if (parseUrlShape(typed) === null) return allowed;
  const { hostname } = new URL(typed);
  const address = hostname.replace(/^\[|\]$/g, '');
  const isRefused = isPublicHost(hostname) || (isIP(address) !== 0 && isLinkLocalOrMetadata(address));
  return isRefused ? allowed : [...new Set([...allowed, getHostPort(typed)])];
}

/**
 * Refuses a text that is not a usable http(s) URL. A password is not printed.
 *
 * @param example a valid URL
 * @param name of the argument or flag
 * @throws CrierError of kind usage
 */
export function refuseUrl(url: string, example: string, name = 'url'): void {
  const shape = parseUrlShape(url);
  const fault =
    shape === null ? 'must be an https or http URL' : (findUserFault(shape.authority) ?? checkUrlLength(url));
  if (fault !== null) throw createUsageError(`${name} ${fault}`, `use a URL such as ${example}`);
}

function findUserFault(authority: string): string | null {
  return authority.includes('@') ? 'must not contain a user name or password' : null;
}
