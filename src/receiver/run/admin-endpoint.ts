import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { METRIC_TEXT_TYPE } from '../metrics/metric-text.ts';
import type { ReceiverAnswer, ReceiverRequest } from '../receiver-endpoint.ts';

export interface AdminEndpointOptions {
  /** The name or address that was asked for; requests may also name any address, and localhost. */
  host: string;
  /** Other names and ports of it that requests may name, as of `--allow-host`. */
  allowedHosts: readonly string[];
  /** What requests have to carry as a bearer token; null for nothing. Read for each request. */
  getToken(): string | null;
  /** @returns why deliveries cannot be taken in; null if they can */
  checkHealth(): Promise<string | null>;
  formatMetrics(): Promise<string>;
}

/**
 * Creates the endpoint for health checks and metrics. It answers only requests that name an address, localhost or the
 * host that was asked for: a page in a browser reaches it by no other name than its own (DNS rebinding). No other
 * origin can read the answers, and nothing can be changed here. With a token, metrics need it, and without it
 * `/healthz` says only whether deliveries can be taken in, for probes of a balancer.
 *
 * @see docs/safety.md#D1, #D3
 */
export function createAdminEndpoint({
  host,
  allowedHosts,
  getToken,
  checkHealth,
  formatMetrics,
}: AdminEndpointOptions): (request: Omit<ReceiverRequest, 'readBody'>) => Promise<ReceiverAnswer> {
  const pages: Readonly<Record<string, (isKnown: boolean) => Promise<ReceiverAnswer>>> = {
    '/healthz': async (isKnown) => {
      const reason = await checkHealth();
      return reason === null ? createText(200, 'ok') : createText(503, isKnown ? reason : 'not ready');
    },
    '/metrics': async (isKnown) =>
      isKnown ? createText(200, await formatMetrics(), METRIC_TEXT_TYPE) : createUnauthorized(),
  };
  return async ({ method, target, headers }) => {
    const named = headers['host'] ?? '';
    if (!isOwnHost(named, host) && !allowedHosts.includes(named.toLowerCase()))
      return createText(403, 'unknown host');
    const [path = ''] = target.split('?', 1);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) return createText(404, 'use /healthz or /metrics');
    if (method === 'GET' || method === 'HEAD') return page(hasToken(headers['authorization'], getToken()));
    const refused = createText(405, 'use GET');
    return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
  };
}

/** @param header the host of a request, and its port */
function isOwnHost(header: string, host: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(header);
  const text = (name?.[1] ?? name?.[2] ?? '').toLowerCase();
  return isIP(text) !== 0 || text === 'localhost' || text === host.toLowerCase();
}

/** Compares hashes, which have one length, in constant time. */
function hasToken(header: string | undefined, token: string | null): boolean {
  if (token === null) return true;
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function createUnauthorized(): ReceiverAnswer {
  const refused = createText(401, 'send the token: Authorization: Bearer <token>');
  return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Bearer' } };
}

function createText(status: number, text: string, type = 'text/plain; charset=utf-8'): ReceiverAnswer {
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    body: new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`),
  };
}
