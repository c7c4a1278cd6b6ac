import { ProxyAgent } from 'undici';
import { ViaProxyError } from './explain-connection-error.ts';
import {
  getTlsServerName,
  joinHeaders,
  MAX_HEAD_BYTES,
  type Transport,
  type WireRequest,
} from './transport.ts';

/** Sends a request through the given proxy. */
export type ProxiedTransport = (request: WireRequest, proxy: URL) => ReturnType<Transport>;

/**
 * Sends requests through proxies by undici, which is costly to load and rarely needed. Each origin has one pool, whose
 * connections carry one request at a time, so that aborting one does not affect another.
 *
 * @param verifies whether certificates of services are verified; those of proxies always are
 */
export function createProxiedTransport(verifies: boolean): ProxiedTransport {
  const pools = new Map<string, ProxyAgent>();
  return async ({ method, url, headers, body, signal }, proxy) => {
    const { origin, pathname, search } = url;
    const pool = pools.get(origin) ?? openPool(proxy, url, verifies);
    pools.set(origin, pool);
    const explain = (cause: unknown) =>
      signal.aborted ? signal.reason : cause instanceof Error ? new ViaProxyError(proxy.host, cause) : cause;
    try {
      signal.throwIfAborted();
      const path = `${pathname}${search}`;
      const answer = await pool.request({ ...UNTIMED, origin, path, method, headers, body, signal });
      answer.body.on('error', () => undefined); // the reader of the body gets the error; there may be none
      return {
        status: answer.statusCode,
        headers: joinHeaders(answer.headers),
        body: explainErrors(answer.body, explain),
      };
    } catch (cause) {
      throw explain(cause);
    }
  };
}

const UNTIMED = { headersTimeout: 0, bodyTimeout: 0 } as const;

function openPool(proxy: URL, url: URL, verifies: boolean): ProxyAgent {
  const servername = getTlsServerName(url);
  return new ProxyAgent({
    ...UNTIMED,
    connectTimeout: 0,
    maxHeaderSize: MAX_HEAD_BYTES,
    allowH2: false,
    uri: proxy.href,
    proxyTls: getTlsOptions(true),
    requestTls: { ...getTlsOptions(verifies), ...(servername !== undefined && { servername }) },
  });
}

/** Set explicitly: the environment can change Node's defaults. */
const getTlsOptions = (verifies: boolean) =>
  ({ rejectUnauthorized: verifies, minVersion: 'TLSv1.2' }) as const;

async function* explainErrors(
  body: AsyncIterable<Uint8Array>,
  explain: (cause: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw explain(cause);
  }
}
