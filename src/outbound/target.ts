import { isAllowed, type PrivateAllowlist } from '../domain/addresses/private-allowlist.ts';
import { checkPublicUrl } from '../domain/addresses/public-url.ts';

/** Where a request goes, parsed from its URL. */
export interface OutboundTarget {
  readonly isEncrypted: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Value of the header `Host`. */
  readonly hostHeader: string;
  /** Path and query, as they stand in the request. */
  readonly path: string;
  /** The run allows the host whatever it resolves to; otherwise every address must be public. */
  readonly isAllowed: boolean;
  /** The URL itself is only acceptable because of an allowance. */
  readonly isPrivate: boolean;
}

/** Parses the target of a URL. @returns null when nothing may be sent there */
export function parseTarget(url: string, allowance: PrivateAllowlist): OutboundTarget | null {
  const allowed = isAllowed(url, allowance);
  const isPrivate = checkPublicUrl(url) !== null;
  if (isPrivate && !allowed) return null;
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  const isEncrypted = protocol === 'https:';
  return {
    isEncrypted,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isEncrypted ? 443 : 80) : Number(port),
    hostHeader: host,
    path: pathname + search,
    isAllowed: allowed,
    isPrivate,
  };
}
