import { Readable } from 'node:stream';
import { type buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import {
  LARGEST_HEAD_BYTES,
  type Transport,
  tlsServerName,
  type WireRequest,
  type WireResponse,
} from './transport.ts';
import { ViaProxyError } from './via-proxy-error.ts';

/** A way to one origin. It carries one request at a time, so that ending that one ends no other. */
interface Line {
  readonly dispatcher: Dispatcher;
  /** Ends it at once, also while it is still connecting. */
  close(reason: Error): void;
  /** Says through what a failure came. */
  explain(cause: Error): Error;
}

/** Carries a request through the proxy beside it. */
export type ProxiedTransport = (request: WireRequest, proxy: URL) => ReturnType<Transport>;

/**
 * Carries requests through proxies, by undici: to load it is dear, and most requests go straight.
 *
 * @param verifies whether certificates of services are checked; those of proxies always are
 */
export function proxiedTransport(verifies: boolean): ProxiedTransport {
  const idle = new Map<string, Line[]>();
  return (request, proxy) => {
    const { origin } = request.url;
    const line = idle.get(origin)?.pop() ?? openLine(proxy, request.url, verifies);
    return exchange(request, line, () => idle.set(origin, [...(idle.get(origin) ?? []), line]));
  };
}

const UNTIMED = { headersTimeout: 0, bodyTimeout: 0, connectTimeout: 0 } as const;

/** Set in any case: Node's defaults are the environment's to change. */
const tls = (verifies: boolean) => ({ rejectUnauthorized: verifies, minVersion: 'TLSv1.2' }) as const;

function openLine(proxy: URL, url: URL, verifies: boolean): Line {
  const closing = new AbortController();
  const socket = { signal: closing.signal } as buildConnector.BuildOptions; // the type asks for a port, which undici puts in itself
  const servername = tlsServerName(url);
  const dispatcher = new ProxyAgent({
    ...UNTIMED,
    maxHeaderSize: LARGEST_HEAD_BYTES,
    allowH2: false,
    uri: proxy.href,
    proxyTls: { ...socket, ...tls(true) },
    requestTls: { ...socket, ...tls(verifies), ...(servername !== undefined && { servername }) },
  });
  return {
    dispatcher,
    close(reason) {
      closing.abort(reason);
      dispatcher.destroy(reason).catch(() => undefined); // it is gone either way
    },
    explain: (cause) => new ViaProxyError(proxy.host, cause),
  };
}

function exchange(
  { method, url, headers, body, signal }: WireRequest,
  line: Line,
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
      receiver({
        arrived: resolve,
        whole() {
          done();
          keep();
        },
        failed(cause) {
          done();
          line.close(cause);
          const error = signal.aborted ? signal.reason : line.explain(cause);
          reject(error);
          return error;
        },
        left: () => line.close(new Error('the rest of the answer is not wanted')),
      }),
    );
  });
}

interface Events {
  arrived(response: WireResponse): void;
  /** The last byte has come. */
  whole(): void;
  /** @returns the error that the body ends with */
  failed(cause: Error): Error;
  /** The reader of the body has gone before its end. */
  left(): void;
}

function receiver(events: Events): Dispatcher.DispatchHandler {
  let body: Readable | null = null;
  let ended = false;
  return {
    onRequestStart() {},
    onResponseStart(controller, status, headers) {
      if (status < 200) return; // only says that the answer is yet to come
      body = new Readable({
        read: () => controller.resume(),
        destroy(error, callback) {
          if (!ended) events.left();
          callback(error);
        },
      });
      body.on('error', () => undefined); // whoever reads it is told; nobody may be reading
      events.arrived({ status, headers: joined(headers), body });
    },
    onResponseData(controller, chunk) {
      if (body?.push(chunk) === false) controller.pause();
    },
    onResponseEnd() {
      ended = true;
      events.whole();
      body?.push(null);
    },
    onResponseError(_controller, cause) {
      ended = true;
      const error = events.failed(cause);
      body?.destroy(error);
    },
  };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): WireResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
