import type { Agent, IncomingMessage, request } from 'node:http';
import type { RequestOptions as HttpsOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '../domain/addresses/url-shape.ts';
import { createUsageError } from '../errors.ts';
import { OutboundError } from '../outbound/outbound.ts';
import type { Resolve } from '../outbound/target.ts';
import type { ProxiedTransport } from './proxied-transport.ts';
import {
  buildTlsOptions,
  createLostConnectionError,
  getTlsServerName,
  joinHeaders,
  MAX_HEAD_BYTES,
  type TlsOptions,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/**
 * Sends requests over the network, through a proxy where one applies. Connections are kept alive for the next request
 * without keeping the process alive. It has no timeouts of its own: only the request's signal ends a request.
 *
 * @param env environment variables that name the proxies
 * @param resolve names of requests that must stay public (default: by the system)
 * @throws {CrierError} usage, before anything is sent, when the environment disables verification and `tls` does not
 * @see docs/command-line.md#requests
 * @see docs/safety.md#C2
 */
export function createNetworkTransport(
  env: Environment = {},
  tls: TlsOptions = { skipVerify: false },
  resolve?: Resolve,
): Transport {
  const { skipVerify } = tls;
  const direct = createDirectTransport(tls, resolve);
  let proxied: Promise<ProxiedTransport> | undefined;
  return async (request) => {
    if (request.url.protocol === 'https:' && !skipVerify) refuseUnverified(request.url.host, env);
    const proxy = findProxy(request.url, env);
    if (proxy === null) return direct(request);
    proxied ??= import('./proxied-transport.ts').then(({ createProxiedTransport }) =>
      createProxiedTransport(tls),
    );
    return (await proxied)(request, proxy);
  };
}

const TLS_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Ignoring the variable would be as safe, but its user expects an effect; the error says what to use instead. */
function refuseUnverified(host: string, env: Environment): void {
  if (env[TLS_VARIABLE] !== '0') return;
  throw createUsageError(
    `${TLS_VARIABLE}=0 disables the verification of certificates, and anyone could impersonate ${host} to get the keys`,
    `unset it; NODE_EXTRA_CA_CERTS can name a file with further trusted certificates, and --insecure-skip-tls-verify accepts any certificate in one run`,
  );
}

/** One of Node's two clients: `node:http`, or `node:https` with TLS. */
interface NodeClient {
  request: typeof request;
  agent: Agent;
  /** Default: by the system. */
  lookup?: LookupFunction;
}

/**
 * Sends requests directly to the service by Node's own client, which costs a quarter of undici's startup time.
 * Connections are kept alive for the next request without keeping the process alive. It has no timeouts of its own:
 * only the request's signal ends a request.
 *
 * @see docs/command-line.md#requests
 * @see docs/safety.md#C2
 */
function createDirectTransport(tls: TlsOptions, resolve: Resolve | undefined): Transport {
  const ways = new Map<string, Promise<NodeClient>>();
  return async (request) => {
    const { protocol } = request.url;
    if (request.mustBePublic === true) {
      const { createPublicLookup } = await import('../outbound/public-lookup.ts');
      const lookup = createPublicLookup(request.url, resolve);
      if (lookup === null) throw new OutboundError('address not allowed');
      // a connection of its own: another one may lead to an address that was not judged
      return sendRequest(request, { ...(await openNodeClient(protocol, tls, false)), lookup });
    }
    const way = ways.get(protocol) ?? openNodeClient(protocol, tls, true);
    ways.set(protocol, way);
    return sendRequest(request, await way);
  };
}

async function openNodeClient(protocol: string, tls: TlsOptions, keepAlive: boolean): Promise<NodeClient> {
  if (protocol === 'https:') {
    const { request, Agent } = await import('node:https');
    return { request, agent: new Agent({ keepAlive, ...(await buildTlsOptions(tls)) }) };
  }
  const { request, Agent } = await import('node:http');
  return { request, agent: new Agent({ keepAlive }) };
}

function sendRequest(
  { method, url, headers, body, upload, signal, onConnection }: WireRequest,
  { request, agent, lookup }: NodeClient,
) {
  return new Promise<WireResponse>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const servername = getTlsServerName(url);
    const options: HttpsOptions = {
      agent,
      method,
      ...(lookup !== undefined && { lookup }),
      maxHeaderSize: MAX_HEAD_BYTES,
      ...(servername !== undefined && { servername }),
    };
    let answer: IncomingMessage | null = null;
    const fail = (cause: Error) => {
      if (answer?.complete) return; // anything after the complete response is ignored
      answer?.destroy(cause);
      reject(cause);
    };
    const sent = request(url, options, (response) => {
      answer = response;
      response.on('error', () => undefined); // the reader of the body gets the error; there may be none
      resolve({
        status: response.statusCode ?? 0,
        headers: joinHeaders(response.headersDistinct),
        body: response,
      });
    });
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) return;
      onConnection?.(false);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => onConnection?.(true));
    });
    // not passed as options: Node prints those when NODE_DEBUG is set, and these contain keys
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    if (body !== null) sent.setHeader('content-length', Buffer.byteLength(body));
    if (upload !== undefined) sent.setHeader('content-length', upload.size);
    const stop = () => {
      sent.destroy();
      fail(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    sent.on('close', () => {
      signal.removeEventListener('abort', stop);
      reject(createLostConnectionError('without a response')); // closed without an error event, for example when the server speaks another protocol
    });
    sent.on('error', fail);
    if (upload === undefined) return void sent.end(body);
    import('node:stream/promises')
      .then(({ pipeline }) => pipeline(upload.chunks, sent))
      .catch((cause) => {
        if (answer !== null) return; // a server may answer before it has the whole file
        sent.destroy();
        fail(cause);
      });
  });
}

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
