import { isIP } from 'node:net';
import { METRIC_TEXT_TYPE } from '../../../receiver/metrics/metric-text.ts';
import type { ListenerRequest, ListenerResponse } from '../../context/listener.ts';

export interface AdminEndpointOptions {
  /** The name or address that was asked for; requests may also name any address, and localhost. */
  readonly host: string;
  /** @returns why deliveries cannot be taken in; null if they can */
  checkHealth(): Promise<string | null>;
  formatMetrics(): Promise<string>;
}

/**
 * Creates the endpoint for health checks and metrics. It answers only requests that name an address, localhost or the
 * host that was asked for: a page in a browser reaches it by no other name than its own (DNS rebinding). No other
 * origin can read the answers, and nothing can be changed here.
 *
 * @see docs/safety.md#D1, #D3
 */
export function createAdminEndpoint({
  host,
  checkHealth,
  formatMetrics,
}: AdminEndpointOptions): (request: ListenerRequest) => Promise<ListenerResponse> {
  const pages: Readonly<Record<string, () => Promise<ListenerResponse>>> = {
    '/healthz': async () => {
      const reason = await checkHealth();
      return reason === null ? createText(200, 'ok') : createText(503, reason);
    },
    '/metrics': async () => createText(200, await formatMetrics(), METRIC_TEXT_TYPE),
  };
  return async ({ method, target, headers }) => {
    if (!isOwnHost(headers['host'] ?? '', host)) return createText(403, 'unknown host');
    const [path = ''] = target.split('?', 1);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) return createText(404, 'use /healthz or /metrics');
    if (method === 'GET' || method === 'HEAD') return page();
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

function createText(status: number, text: string, type = 'text/plain; charset=utf-8'): ListenerResponse {
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    body: new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`),
  };
}
