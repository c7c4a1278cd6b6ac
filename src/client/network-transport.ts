import { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { type Environment, proxyFor } from './proxy.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { ViaProxyError } from './via-proxy-error.ts';

/** Headers of an answer up to this size are read, all together. */
const LARGEST_HEAD_BYTES = 32 * 1024;

/** A way to one origin. It carries one request at a time, so that ending that one ends no other. */
interface Line {
  readonly dispatcher: Dispatcher;
  /** Ends it at once, also while it is still connecting. */
  close(reason: Error): void;
  /** Says through what a failure came. */
  explain(cause: Error): Error;
}

/**
 * Carries requests over the network, by undici. Connections are kept for the next request, and do not
 * keep the program alive. Time is the caller's: nothing here ends a request but its signal.
 *
 * @param env names the proxies
 * @see the command line's contract, "Requests"; safety.md, C2
 */
export function networkTransport(env: Environment = {}): Transport {
  const idle = new Map<string, Line[]>();
  return async (request) => {
    const { origin } = request.url;
    const line = idle.get(origin)?.pop() ?? (await openLine(request.url, env));
    return exchange(request, line, () => idle.set(origin, [...(idle.get(origin) ?? []), line]));
  };
}

async function openLine(url: URL, env: Environment): Promise<Line> {
  const proxy = proxyFor(url, env);
  const closing = new AbortController();
  const dispatcher = proxy === null ? directTo(url, closing.signal) : await through(proxy, closing.signal);
  return {
    dispatcher,
    close(reason) {
      closing.abort(reason);
      dispatcher.destroy(reason).catch(() => undefined); // it is gone either way
    },
    explain: (cause) => (proxy === null ? cause : new ViaProxyError(proxy.host, cause)),
  };
}

const UNTIMED = { headersTimeout: 0, bodyTimeout: 0, connectTimeout: 0 } as const;
const PLAIN = { ...UNTIMED, maxHeaderSize: LARGEST_HEAD_BYTES, allowH2: false } as const;

function directTo({ origin }: URL, signal: AbortSignal): Dispatcher {
  return new Client(origin, { ...PLAIN, connect: { signal, timeout: 0 } });
}

/** Loads undici whole: it is needed for proxies alone. */
async function through(proxy: URL, signal: AbortSignal): Promise<Dispatcher> {
  const { ProxyAgent } = await import('undici');
  const socket = { signal } as buildConnector.BuildOptions; // the type asks for a port, which undici puts in itself
  return new ProxyAgent({ ...PLAIN, uri: proxy.href, proxyTls: socket, requestTls: socket });
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
