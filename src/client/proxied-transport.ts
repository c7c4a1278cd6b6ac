import { Readable } from 'node:stream';
import { type buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { ViaProxyError } from './explain-connection-error.ts';
import {
  getTlsServerName,
  MAX_HEAD_BYTES,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** A connection to one origin. It carries one request at a time, so that aborting one does not affect another. */
interface ProxyConnection {
  readonly dispatcher: Dispatcher;
  /** Closes it at once, also while it is still connecting. */
  close(reason: Error): void;
  /** Adds the proxy to an error. */
  explain(cause: Error): Error;
}

/** Sends a request through the given proxy. */
export type ProxiedTransport = (request: WireRequest, proxy: URL) => ReturnType<Transport>;

/**
 * Sends requests through proxies by undici, which is costly to load and rarely needed.
 *
 * @param verifies whether certificates of services are verified; those of proxies always are
 */
export function createProxiedTransport(verifies: boolean): ProxiedTransport {
  const idle = new Map<string, ProxyConnection[]>();
  return (request, proxy) => {
    const { origin } = request.url;
    const line = idle.get(origin)?.pop() ?? openConnection(proxy, request.url, verifies);
    return sendRequest(request, line, () => idle.set(origin, [...(idle.get(origin) ?? []), line]));
  };
}

const UNTIMED = { headersTimeout: 0, bodyTimeout: 0, connectTimeout: 0 } as const;

/** Set explicitly: the environment can change Node's defaults. */
const getTlsOptions = (verifies: boolean) =>
  ({ rejectUnauthorized: verifies, minVersion: 'TLSv1.2' }) as const;

function openConnection(proxy: URL, url: URL, verifies: boolean): ProxyConnection {
  const closing = new AbortController();
  const socket = { signal: closing.signal } as buildConnector.BuildOptions; // the type requires a port, which undici sets itself
  const servername = getTlsServerName(url);
  const dispatcher = new ProxyAgent({
    ...UNTIMED,
    maxHeaderSize: MAX_HEAD_BYTES,
    allowH2: false,
    uri: proxy.href,
    proxyTls: { ...socket, ...getTlsOptions(true) },
    requestTls: { ...socket, ...getTlsOptions(verifies), ...(servername !== undefined && { servername }) },
  });
  return {
    dispatcher,
    close(reason) {
      closing.abort(reason);
      dispatcher.destroy(reason).catch(() => undefined); // it is closed either way
    },
    explain: (cause) => new ViaProxyError(proxy.host, cause),
  };
}

function sendRequest(
  { method, url, headers, body, signal }: WireRequest,
  line: ProxyConnection,
  keep: () => void,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const stop = () => line.close(signal.reason);
    const done = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const { origin, pathname, search } = url;
    line.dispatcher.dispatch(
      { origin, path: `${pathname}${search}`, method, headers: { ...headers }, body },
      createHandler({
        onResponse: resolve,
        onEnd() {
          done();
          keep();
        },
        onError(cause) {
          done();
          line.close(cause);
          const error = signal.aborted ? signal.reason : line.explain(cause);
          reject(error);
          return error;
        },
        onAbandoned: () => line.close(new Error('the rest of the response is not needed')),
      }),
    );
  });
}

interface HandlerEvents {
  onResponse(response: WireResponse): void;
  /** The body is complete. */
  onEnd(): void;
  /** @returns the error that the body ends with */
  onError(cause: Error): Error;
  /** The reader of the body stopped before its end. */
  onAbandoned(): void;
}

function createHandler(events: HandlerEvents): Dispatcher.DispatchHandler {
  let body: Readable | null = null;
  let ended = false;
  return {
    onRequestStart() {},
    onResponseStart(controller, status, headers) {
      if (status < 200) return; // an interim response
      body = new Readable({
        read: () => controller.resume(),
        destroy(error, callback) {
          if (!ended) events.onAbandoned();
          callback(error);
        },
      });
      body.on('error', () => undefined); // the reader of the body gets the error; there may be none
      events.onResponse({ status, headers: joinHeaders(headers), body });
    },
    onResponseData(controller, chunk) {
      if (body?.push(chunk) === false) controller.pause();
    },
    onResponseEnd() {
      ended = true;
      events.onEnd();
      body?.push(null);
    },
    onResponseError(_controller, cause) {
      ended = true;
      const error = events.onError(cause);
      body?.destroy(error);
    },
  };
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): WireResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
