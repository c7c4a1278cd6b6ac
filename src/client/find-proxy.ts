import { createUsageError } from '../errors.ts';
import { isLoopback } from './target.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a request, by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; the lower-case spelling takes precedence,
 * and an empty value means none. A request to this machine only uses a proxy on this machine: a remote proxy would
 * resolve "localhost" to itself and get the keys in plain text.
 *
 * @throws {CrierError} usage, when the variable is not an address
 */
export function findProxy(url: URL, env: Environment): URL | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = readVariable(env, name);
  if (value === '' || isExempt(url, readVariable(env, 'NO_PROXY'))) return null;
  const proxy = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (proxy === null || !/^(?:https?|socks5?):$/.test(proxy.protocol)) {
    throw createUsageError(`${name} is not the URL of a proxy`, 'set it to http://host:port, or unset it');
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

/** A host, or an IPv6 address with or without brackets, and an optional port. */
const ENTRY = /^(?<name>\[[^\]]*\]|[^:]*|[0-9a-f:]*)(?::(?<port>\d+))?$/i;

function normalizeHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
}
