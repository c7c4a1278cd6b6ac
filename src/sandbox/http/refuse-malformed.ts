import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getSystemCode } from '../../errors.ts';

/** A request without a complete response yet. */
interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** How long a client may take to read the response before its connection is closed. */
const LINGER_MS = 1_000;

const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The head of the request is too large.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The body of the request is too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};
const NOT_HTTP = 'The request is not valid HTTP.';

/**
 * Responds to requests that Node cannot parse with 400 and code 101, and closes their connection. Node by itself
 * would respond with 408, 413 and 431, which the service does not use. Responses to earlier requests on the same
 * connection are sent first.
 *
 * @see docs/service/errors.md#envelope
 * @see docs/service/general.md#HTTP-09
 * @see docs/safety.md#D8
 */
export function refuseMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  const exchanges = new WeakMap<Duplex, Set<OpenRequest>>();
  const refused = new WeakSet<Duplex>();
  const track = (request: IncomingMessage, response: ServerResponse) => {
    const ofSocket = exchanges.get(request.socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(request.socket, ofSocket.add(exchange));
    response.once('close', () => ofSocket.delete(exchange));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, track);
  server.on('clientError', (error, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const open = [...(exchanges.get(socket) ?? [])];
    const own = open.find(({ request }) => !request.complete);
    const before = open.filter((exchange) => exchange !== own);
    Promise.all(before.map(({ response }) => new Promise((done) => response.once('close', done)))).then(
      () => {
        if (!socket.writable || own?.response.headersSent === true || getSystemCode(error) === 'ECONNRESET') {
          socket.destroy();
          return;
        }
        socket.end(buildRawAnswer(MESSAGES[getSystemCode(error) ?? ''] ?? NOT_HTTP, headers));
        setTimeout(() => socket.destroy(), LINGER_MS).unref();
      },
    );
  });
}

function buildRawAnswer(message: string, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ action: 'request', status: 'error', code: 101, message });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return ['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n');
}
