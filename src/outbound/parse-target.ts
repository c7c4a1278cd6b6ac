import { checkPublicUrl } from '../rules/check-public-url.ts';
import { isAllowed, type PrivateAllowlist } from '../rules/private-allowlist.ts';

/** Where a request goes, as its URL says. */
export interface OutboundTarget {
  readonly isEncrypted: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Value of the header `Host`. */
  readonly hostHeader: string;
  /** Path and query, as they stand in the request. */
  readonly path: string;
  /** The run allows it wherever it leads; else every address has to be public. */
  readonly isAllowed: boolean;
  /** Already its spelling is one that nobody but an allowance lets through. */
  readonly isPrivate: boolean;
}

/** Reads where a URL leads. @returns null when nothing may be sent there */
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
