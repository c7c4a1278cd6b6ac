import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createUsageError, explainPortFault, getSystemCode } from '../../errors.ts';
import { LIMITS } from '../../service/limits.ts';
import { type HttpRefusal, refuseForeign, refuseMalformed } from './refuse-requests.ts';
import { isUploadRequest, readUpTo, type SandboxAnswer, type SandboxRequest } from './sandbox-request.ts';

/** Limits of time and size for clients. */
export const SERVE_LIMITS = {
  headBytes: 16 * 1024,
  bodyBytes: LIMITS.requestBodyBytes,
  /** For each of the two addresses; further connections are closed at once. */
  connections: 256,
  /** From the connection to the end of the head. */
  headMs: 10_000,
  /** From the connection to the end of the body. */
  requestMs: 30_000,
  /**
   * Idle timeout of a client that neither sends nor reads; the time in which the sandbox works on a response does not
   * count.
   */
  silenceMs: 60_000,
  /** How long an idle connection is kept for the next request. */
  keepAliveMs: 5_000,
  /** Interval at which the head and request timeouts are checked. */
  lookEveryMs: 1_000,
} as const;

export interface ServeOptions {
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  /** 0 for any free port. */
  port: number;
  /** Another address of this machine to listen on, beside the loopback ones; `0.0.0.0` for all of version 4. */
  host?: string | undefined;
  /** Other names with their ports that requests may give as their host. */
  allowedHosts?: readonly string[];
  /** Default: `SERVE_LIMITS`. */
  limits?: Readonly<Record<keyof typeof SERVE_LIMITS, number>>;
}

export type ListeningServer = Awaited<ReturnType<typeof serve>>;

/** Security headers of every response: browsers must not run, frame, cache or share it with another site. */
const BROWSER_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Serves the sandbox on one port of the loopback addresses 127.0.0.1 and ::1, and of one that was asked for. Every request, whatever its path
 * or method, first passes the check of `refuseForeign`.
 *
 * @throws CrierError `usage` when the port is not available
 * @see docs/safety.md#D1 to #D4, #D8
 */
export async function serve(options: ServeOptions) {
  const listeners = await listenOnBoth(options, () => createHttpServer(options));
  const port = getPort(listeners[0]);
  return {
    port,
    /** Base URL, without a trailing slash. */
    address: `http://127.0.0.1:${port}`,
    /** Stops listening and closes every connection, including those with a request in progress. */
    close: async (): Promise<void> => void (await Promise.all(listeners.map(closeAll))),
  };
}

type LoopbackServers = readonly [Server, ...Server[]];

/** A port that is free on one address may be in use on the other. */
const TRIES = 20;

/** The addresses of version 4 and 6 to listen on, and another one: a server on all addresses includes loopback. */
function listAddresses(host: string | undefined): readonly [first: string, second: string, other?: string] {
  if (host === undefined) return ['127.0.0.1', '::1'];
  if (host === '0.0.0.0') return ['0.0.0.0', '::1'];
  return host === '::' ? ['0.0.0.0', '::'] : ['127.0.0.1', '::1', host];
}

async function listenOnBoth(
  { port, host }: Pick<ServeOptions, 'port' | 'host'>,
  make: () => Server,
): Promise<LoopbackServers> {
  const addresses = listAddresses(host);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnAll(port, addresses, make);
    } catch (error) {
      const mayHelp = port === 0 && getSystemCode(error) === 'EADDRINUSE';
      if (!mayHelp || attempt === TRIES) throw explainPortFault(port, error);
    }
  }
}

async function listenOnAll(
  port: number,
  [address, second, other]: ReturnType<typeof listAddresses>,
  make: () => Server,
): Promise<LoopbackServers> {
  const first = await listen(make(), port, address);
  try {
    const more = await listen(make(), getPort(first), second).catch((error: unknown) => {
      if (isWithoutAddress(error)) return null;
      throw error;
    });
    const both = more === null ? ([first] as const) : ([first, more] as const);
    return other === undefined ? both : [...both, await listenOnOther(make(), getPort(first), other)];
  } catch (error) {
    await closeAll(first);
    throw error;
  }
}

async function listenOnOther(server: Server, port: number, host: string): Promise<Server> {
  try {
    return await listen(server, port, host);
  } catch (error) {
    if (!isWithoutAddress(error) && getSystemCode(error) !== 'ENOTFOUND') throw error;
    throw createUsageError(
      `${host} is not an address of this machine`,
      'give one, or 0.0.0.0 for all of them',
    );
  }
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true, ipv6Only: true }, () => resolve(server));
  });
}

/** A machine without IPv6. */
function isWithoutAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(getSystemCode(error) ?? '');
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens on an address, not on a pipe
}

function closeAll(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function createHttpServer({ answer, limits = SERVE_LIMITS, allowedHosts = [] }: ServeOptions): Server {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMs,
    requestTimeout: 0, // of Node's own, which would also end uploads
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookEveryMs,
    requireHostHeader: false, // the guard checks it, with its own message
  });
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 0; // none is dropped silently: the size of the head limits them
  server.timeout = limits.silenceMs;
  const working = new Map<Socket, number>(); // a client may pipeline requests
  const workFor = async <Result>(socket: Socket, work: () => Promise<Result>): Promise<Result> => {
    working.set(socket, (working.get(socket) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const others = (working.get(socket) ?? 0) - 1;
      if (others > 0) working.set(socket, others);
      else working.delete(socket);
    }
  };
  // anything written or read afterwards restarts the idle timeout
  server.on('timeout', (socket) => void (working.has(socket) || socket.destroy()));
  const turns = new WeakMap<Socket, Promise<boolean>>();
  // Requests of one connection are handled in order; none after a response that closes it.
  const handle = (isWaiting: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!isUpload(request)) {
      const timer = setTimeout(
        () => server.emit('clientError', createTimeoutError(), socket),
        limits.requestMs,
      );
      for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
    }
    const answerOf: ServeOptions['answer'] = (asked) => workFor(socket, () => answer(asked));
    const previous = turns.get(socket) ?? Promise.resolve(KEEP_OPEN);
    const turn = previous
      .then((goesOn) =>
        goesOn ? respond({ request, response, answer: answerOf, limits, allowedHosts, isWaiting }) : CLOSING,
      )
      .catch(() => {
        socket.destroy();
        return CLOSING;
      });
    turns.set(socket, turn);
  };
  server.on('request', handle(false));
  server.on('checkContinue', handle(true));
  server.on('checkExpectation', handle(false));
  refuseMalformed(server, BROWSER_HEADERS);
  return server;
}

/** Whether a connection accepts further requests. */
const [KEEP_OPEN, CLOSING] = [true, false] as const;

/** @returns whether the connection accepts further requests */
async function respond({
  request,
  response,
  answer,
  limits,
  allowedHosts,
  isWaiting,
}: Required<Pick<ServeOptions, 'answer' | 'limits' | 'allowedHosts'>> & {
  request: IncomingMessage;
  response: ServerResponse;
  /** The client sends its body after `100 Continue`. */
  isWaiting: boolean;
}): Promise<boolean> {
  const { method = '', url: target = '', rawHeaders, headers } = request;
  const port = request.socket.localPort ?? 0;
  const refusal = refuseForeign({ method, target, rawHeaders }, port, { hosts: allowedHosts });
  if (refusal !== null) return sendAnswer(response, toRefusalAnswer(refusal), true);
  if (isWaiting) response.writeContinue();
  // addresses that are given out begin as the client named this server, which refuseForeign has checked
  const { host = '' } = headers;
  const name = allowedHosts.includes(host) ? host : `127.0.0.1:${port}`;
  const url = new URL(`http://${name}${target}`);
  const single = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  if (isUpload(request)) {
    const stream = endOnSilence(request, limits.silenceMs);
    const upload = { method, url, headers: Object.fromEntries(single), body: null, stream };
    return sendAnswer(response, await answer(upload), !request.complete);
  }
  const body = await readUpTo(request.iterator({ destroyOnReturn: false }), limits.bodyBytes + 1);
  const answered = await answer({
    method,
    url,
    headers: Object.fromEntries(single),
    body: body.length === 0 ? null : body,
  });
  return sendAnswer(response, answered, body.length > limits.bodyBytes);
}

function isUpload({ method = '', url: target = '' }: IncomingMessage): boolean {
  const url = URL.parse(`http://localhost${target}`);
  return url !== null && isUploadRequest({ method, url });
}

/** As Node's own. */
function createTimeoutError(): Error {
  return Object.assign(new Error('request timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** The body of a request; the request is ended when nothing of it arrives for some time. */
async function* endOnSilence(request: IncomingMessage, silenceMs: number): AsyncGenerator<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const timer = setTimeout(() => request.destroy(), silenceMs);
    const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
    if (done === true) return;
    yield value;
  }
}

/** HTTP status for requests of another site; every other refusal is of a malformed request. */
const NOT_ALLOWED = 403;

function toRefusalAnswer({ status, message }: HttpRefusal): SandboxAnswer {
  const code = status === NOT_ALLOWED ? 1403 : 101;
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(JSON.stringify({ action: 'request', status: 'error', code, message })),
  };
}

/**
 * @param isLast the connection is closed: whatever it still sends is ignored
 * @returns whether the connection accepts further requests
 */
async function sendAnswer(
  response: ServerResponse,
  { status, headers, body, stream }: SandboxAnswer,
  isLast: boolean,
): Promise<boolean> {
  response.writeHead(status, {
    ...BROWSER_HEADERS,
    ...headers,
    ...(stream?.size !== null && { 'content-length': stream?.size ?? body.length }),
    ...(isLast && { connection: 'close' }),
  });
  if (stream === undefined) response.end(body);
  else await pipeline(stream.chunks, response);
  return isLast || headers['connection'] === 'close' ? CLOSING : KEEP_OPEN;
}
