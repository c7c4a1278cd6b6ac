import { Readable } from 'node:stream';
import { ProxyAgent } from 'undici';
import { ViaProxyError } from './explain-connection-error.ts';
import {
  buildTlsOptions,
  getTlsServerName,
  joinHeaders,
  MAX_HEAD_BYTES,
  type TlsOptions,
  type Transport,
  type WireRequest,
} from './transport.ts';

/** Sends a request through the given proxy. */
export type ProxiedTransport = (request: WireRequest, proxy: URL) => ReturnType<Transport>;

/**
 * Sends requests through proxies by undici, which is costly to load and rarely needed. Each origin has one pool, whose
 * connections carry one request at a time, so that aborting one does not affect another.
 *
 * @param tls how certificates of services are verified; those of proxies always are
 */
export function createProxiedTransport(tls: TlsOptions): ProxiedTransport {
  const pools = new Map<string, Promise<ProxyAgent>>();
  return async ({ method, url, headers, body: text, upload, signal }, proxy) => {
    const body = upload === undefined ? text : Readable.from(upload.chunks);
    const size = upload === undefined ? {} : { 'content-length': String(upload.size) };
    const { origin, pathname, search } = url;
    const pool = pools.get(origin) ?? openPool(proxy, url, tls);
    pools.set(origin, pool);
    const explain = (cause: unknown) =>
      signal.aborted ? signal.reason : cause instanceof Error ? new ViaProxyError(proxy.host, cause) : cause;
    try {
      signal.throwIfAborted();
      const path = `${pathname}${search}`;
      const answer = await (await pool).request({
        ...UNTIMED,
        origin,
        path,
        method,
        headers: { ...headers, ...size },
        body,
        signal,
      });
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

async function openPool(proxy: URL, url: URL, tls: TlsOptions): Promise<ProxyAgent> {
  const servername = getTlsServerName(url);
  return new ProxyAgent({
    ...UNTIMED,
    connectTimeout: 0,
    maxHeaderSize: MAX_HEAD_BYTES,
    allowH2: false,
    uri: proxy.href,
    proxyTls: await buildTlsOptions({ skipVerify: false }),
    requestTls: { ...(await buildTlsOptions(tls)), ...(servername !== undefined && { servername }) },
  });
}

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
