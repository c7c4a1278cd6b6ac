import * as z from 'zod';
import { getHostPort } from '../../domain/addresses/get-host-port.ts';
import type { PrivateAllowlist } from '../../domain/addresses/private-allowlist.ts';
import { defineFlag } from '../shell/flags/flags.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';
import { type ShellWords, toFlagWords } from '../shell/shell-command.ts';

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
    .describe('allow this private host and port in this run, also over http'),
  { placeholder: 'host:port' },
);

/** The flags that let a run reach these addresses. */
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
