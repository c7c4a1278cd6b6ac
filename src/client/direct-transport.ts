import type { Agent, IncomingMessage, request } from 'node:http';
import type { RequestOptions as HttpsOptions } from 'node:https';
import {
  getTlsServerName,
  MAX_HEAD_BYTES,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** One of Node's two clients: `node:http`, or `node:https` with TLS. */
interface NodeClient {
  readonly request: typeof request;
  readonly agent: Agent;
}

/**
 * Sends requests directly to the service by Node's own client, which costs a quarter of undici's startup time.
 * Connections are kept alive for the next request without keeping the process alive. It has no timeouts of its own:
 * only the request's signal ends a request.
 *
 * @param verifies whether certificates are verified; set explicitly, because the environment can change Node's
 * default
 * @see docs/command-line.md#requests
 * @see docs/safety.md#C2
 */
export function createDirectTransport(verifies: boolean): Transport {
  const ways = new Map<string, Promise<NodeClient>>();
  return async (request) => {
    const { protocol } = request.url;
    const way = ways.get(protocol) ?? openNodeClient(protocol, verifies);
    ways.set(protocol, way);
    return sendRequest(request, await way);
  };
}

async function openNodeClient(protocol: string, verifies: boolean): Promise<NodeClient> {
  if (protocol === 'https:') {
    const { request, Agent } = await import('node:https');
    return {
      request,
      agent: new Agent({ keepAlive: true, rejectUnauthorized: verifies, minVersion: 'TLSv1.2' }),
    };
  }
  const { request, Agent } = await import('node:http');
  return { request, agent: new Agent({ keepAlive: true }) };
}

function sendRequest({ method, url, headers, body, signal }: WireRequest, { request, agent }: NodeClient) {
  return new Promise<WireResponse>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const servername = getTlsServerName(url);
    const options: HttpsOptions = {
      agent,
      method,
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
    // not passed as options: Node prints those when NODE_DEBUG is set, and these contain keys
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    if (body !== null) sent.setHeader('content-length', Buffer.byteLength(body));
    const stop = () => {
      sent.destroy();
      fail(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    sent.on('close', () => {
      signal.removeEventListener('abort', stop);
      reject(createNoAnswerError()); // closed without an error event, for example when the server speaks another protocol
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

function createNoAnswerError(): Error {
  return Object.assign(new Error('the connection was closed without a response'), { code: 'ECONNRESET' });
}

function joinHeaders(headers: IncomingMessage['headersDistinct']): WireResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(', ')]));
}
