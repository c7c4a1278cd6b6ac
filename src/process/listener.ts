import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { type CrierError, createUsageError, explainPortFault, getSystemCode } from '../errors.ts';
import type { HttpListener, ListenerRequest, ListenerResponse, ListenOptions } from '../world.ts';

const LOOPBACK = '127.0.0.1';

const HEAD_BYTES = 16 * 1024;
const CONNECTIONS = 64;
/** From the connection to the end of the headers, and to the end of the body. */
const HEAD_MS = 10_000;
const REQUEST_MS = 30_000;
/** Idle timeout in both directions, which also ends a client that does not read. */
const SILENCE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** At the end: for requests on idle connections that were sent, and not read yet. */
const UNREAD_MS = 100;

/** That of HTTP also cuts idle connections, on which a request may be under way. */
const { close: stopListening } = NetServer.prototype;

/**
 * Listens on 127.0.0.1, unless another address is asked for. Any `Host` is accepted, since a tunnel may lead here under
 * any name.
 *
 * @throws CrierError `usage` when the port is not available
 * @see docs/safety.md#D4, #D8, #L8
 */
export async function openListener(options: ListenOptions): Promise<HttpListener> {
  const state: ListenerState = { isEnding: false };
  const server = createHttpServer(options, state);
  await listen(server, options);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.once('close', resolve);
  const close = () => {
    server.close();
    server.closeAllConnections();
    return closed;
  };
  return {
    port: (server.address() as AddressInfo).port, // it listens on an address, not on a pipe
    closed,
    close,
    finish(patienceMs) {
      state.isEnding = true;
      stopListening.call(server);
      const timers = [
        setTimeout(() => server.closeIdleConnections(), UNREAD_MS),
        setTimeout(close, patienceMs),
      ];
      return closed.finally(() => timers.forEach(clearTimeout));
    },
  };
}

interface ListenerState {
  /** Each connection is closed after its next response. */
  isEnding: boolean;
}

function createHttpServer(options: ListenOptions, state: ListenerState): Server {
  const { connections = CONNECTIONS } = options;
  const server = createServer({
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  server.timeout = SILENCE_MS;
  const trackRequest = limitConnections(server, connections, () => options.onDrop?.());
  server.on('request', (request, response) => {
    trackRequest(request, response);
    respond(request, response, options, state).catch(() => request.socket.destroy());
  });
  return server;
}

/**
 * Limits the open connections. When they are too many, the oldest one that has not sent a whole head is closed: clients
 * that are slow, or idle, never keep others waiting. If each has a request in progress, the new one is closed.
 *
 * @returns what is called for each request
 * @see docs/safety.md#D8
 */
function limitConnections(
  server: Server,
  most: number,
  onDrop: () => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new Set<Socket>();
  const withoutHead = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    withoutHead.delete(socket);
  };
  server.on('connection', (socket) => {
    open.add(socket);
    if (open.size > most) {
      const [oldest = socket] = withoutHead;
      forget(oldest);
      oldest.destroy();
      onDrop();
    }
    if (!open.has(socket)) return;
    withoutHead.add(socket);
    socket.once('close', () => forget(socket));
  });
  return ({ socket }, response) => {
    withoutHead.delete(socket);
    response.once('close', () => open.has(socket) && withoutHead.add(socket));
  };
}

function listen(server: Server, { port, host = LOOPBACK }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(explainAddressFault(host, error) ?? explainPortFault(port, error)),
    );
    server.listen({ port, host, exclusive: true }, resolve);
  });
}

const NO_SUCH_ADDRESS: readonly (string | null)[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];

function explainAddressFault(host: string, error: unknown): CrierError | null {
  if (!NO_SUCH_ADDRESS.includes(getSystemCode(error))) return null;
  return createUsageError(
    `${host} is not an address of this machine`,
    'give one, or 0.0.0.0 for all of them',
  );
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyBytes, answer }: ListenOptions,
  state: Readonly<ListenerState>,
): Promise<void> {
  let gone: AbortController | null = null;
  const left = new Promise<void>((resolve) => response.once('close', resolve));
  void left.then(() => response.writableFinished || gone?.abort());
  let body: Promise<Uint8Array | null> | null = null;
  const { method = '', url: target = '' } = request;
  const said = await answer({
    method,
    target,
    headers: flattenHeaders(request),
    readBody() {
      body ??= readBody(request, bodyBytes);
      return body;
    },
    // not a getter: V8 would keep the object and what it leads to until a full collection
    whenGone() {
      gone ??= new AbortController();
      if (response.closed && !response.writableFinished) gone.abort();
      return gone.signal;
    },
  });
  try {
    const isLast = state.isEnding || mayBeLong(request, bodyBytes);
    if (!response.closed) await send(response, said, { isLast });
  } catch {
    response.destroy();
  }
  await left;
  said.ended?.(response.writableFinished ? 'whole' : 'gone');
}

/** The body; null when it is longer than that, and its rest is left. */
function readBody(request: IncomingMessage, bytes: number): Promise<Uint8Array | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (chunk: Uint8Array) => {
    length += chunk.length;
    if (length <= bytes) return void chunks.push(chunk);
    request.off('data', take).pause();
    resolve(null);
  };
  request.on('data', take);
  request.once('end', () => {
    const [first] = chunks;
    resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
  request.once('error', reject);
  return promise;
}

/** Whether what was not read of a body may be long: it is not waited for. */
function mayBeLong(request: IncomingMessage, bytes: number): boolean {
  if (request.complete) return false;
  const declared = request.headers['content-length'];
  return declared === undefined
    ? request.headers['transfer-encoding'] !== undefined
    : Number(declared) > bytes;
}

function flattenHeaders({ headers }: IncomingMessage): ListenerRequest['headers'] {
  const flat: Record<string, string> = {};
  for (const name in headers) flat[name] = String(headers[name]);
  return flat;
}

/**
 * @param isLast closes the connection after this response
 */
async function send(
  response: ServerResponse,
  { status, headers, body }: ListenerResponse,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const whole = body instanceof Uint8Array;
  response.writeHead(status, {
    ...headers,
    ...(whole && { 'content-length': body.length }),
    ...(isLast && { connection: 'close' }),
  });
  if (whole) return void (body.length === 0 ? response.end() : response.end(body));
  response.flushHeaders();
  for await (const chunk of body) response.write(chunk);
  response.end();
}
