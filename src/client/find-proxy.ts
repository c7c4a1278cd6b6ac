import { createUsageError } from '../errors.ts';
import { isLoopback } from './target.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that a request goes through, by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, of which the
 * lower-case spelling wins and an empty one means none. A request to this machine goes through a
 * proxy on this machine alone: on another's, "this machine" would be that one, and keys would travel
 * there in the clear.
 *
 * @throws {CrierError} usage, when the variable holds no address
 */
export function findProxy(url: URL, env: Environment): URL | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = readVariable(env, name);
  if (value === '' || isExempt(url, readVariable(env, 'NO_PROXY'))) return null;
  const proxy = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (proxy === null || !/^(?:https?|socks5?):$/.test(proxy.protocol)) {
    throw createUsageError(
      `${name} holds no address of a proxy`,
      'write it as http://host:port, or unset it',
    );
  }
  return isLoopback(url.hostname) && !isLoopback(proxy.hostname) ? null : proxy;
}

function readVariable(env: Environment, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

function isExempt({ protocol, hostname, port }: URL, list: string): boolean {
  const host = normalizeHost(hostname);
  const used = port || (DEFAULT_PORTS[protocol] ?? '');
  return list
    .split(/[,\s]+/)
    .map((entry) => ENTRY.exec(entry)?.groups ?? {})
    .some(({ name = '', port: only }) => {
      if (name === '' || (only !== undefined && only !== used)) return false;
      const suffix = normalizeHost(name).replace(/^\*?\./, '');
      return name === '*' || host === suffix || host.endsWith(`.${suffix}`);
    });
}

/** A host, or an IPv6 address in brackets or not, and a port. */
const ENTRY = /^(?<name>\[[^\]]*\]|[^:]*|[0-9a-f:]*)(?::(?<port>\d+))?$/i;

function normalizeHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
}
