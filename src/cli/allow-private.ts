import * as z from 'zod';
import { getHostPort } from '../rules/get-host-port.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import { defineFlag } from './flags.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import { type ShellWords, toFlagWords } from './shell-command.ts';

const HIGHEST_PORT = 65_535;
const EXAMPLE = '127.0.0.1:8080';

/** Host and port; a host holds no sign by which a URL, a range or a wildcard goes on. */
const HOST_AND_PORT = /^(?<host>\[[\da-f:.]+\]|[^\s\p{Cc}:/\\?#@%*,[\]]+):(?<port>\d+)$/iu;

/** `host:port` or `[v6]:port`, in the one spelling by which addresses are held against each other. */
function createAddressSchema() {
  return z.string().transform((text, context): string => {
    const fault = findAddressFault(text);
    if (fault === null) return getHostPort(`http://${text}/`);
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });
}

/**
 * The flag by which one run may reach what is not public: a receiver on this machine, by plain http as well. It is
 * never read from a file or the environment.
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

/** The flags that let a run reach some addresses. */
export function buildAllowPrivateWords(addresses: readonly string[]): ShellWords {
  return toFlagWords(addresses.map((address) => ['--allow-private', address]));
}

/** The flag that lets a run reach a URL: `--allow-private 127.0.0.1:8080`. @param url one that can be parsed */
export function buildAllowPrivateFlag(url: string): ShellWords {
  return buildAllowPrivateWords([getHostPort(url)]);
}

/** What is wrong with it; null when it is a host and a port. */
function findAddressFault(text: string): string | null {
  const asUrl = text.includes('://') && URL.canParse(text) ? new URL(text) : null;
  if (asUrl !== null && asUrl.hostname !== '')
    return `takes a host and a port, not a URL: ${getHostPort(text)}`;
  if (/[*,]|\/\d+(?::|$)|:\d+-\d+$/.test(text)) {
    return `takes one host and one port, such as ${EXAMPLE}: give it once for each`;
  }
  if (/^[\da-f]*:[\da-f:.]*:[\da-f:.]*$/i.test(text)) {
    return 'needs the brackets of an IPv6 address and a port, such as [::1]:8080';
  }
  if (isPort(text)) return `needs a host as well: 127.0.0.1:${text}`;
  const { port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  // a key that went astray looks like a host, and is not to be said again
  const isShown = isHost(text) && maskLikelySecret(text) === text;
  if (port === undefined) return isShown ? `needs a port as well: ${text}:8080` : NOT_ONE;
  if (!isPort(port)) return `needs a port from 1 to ${HIGHEST_PORT}`;
  return URL.canParse(`http://${text}/`) ? null : NOT_ONE;
}

/** A number that stands alone is the port: nobody writes the host of IPv4 as one number, short as this. */
function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT;
}

function isHost(text: string): boolean {
  return HOST_AND_PORT.test(`${text}:1`) && URL.canParse(`http://${text}/`);
}

const NOT_ONE = `needs a host and a port, such as ${EXAMPLE} or [::1]:8080`;
