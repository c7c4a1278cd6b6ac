import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getSystemCode } from '../../errors.ts';
import { isUploadRequest } from './sandbox-request.ts';

interface RequestHead {
  method: string;
  /** The request target, not decoded: a path, or whatever the client sent instead. */
  target: string;
  /** Alternating names and values, including repeated ones. */
  rawHeaders: readonly string[];
}

/** Why a request is refused before it is processed. */
export interface HttpRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Safe methods: a web page can send them without effect. */
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The default port, which clients omit. */
const HTTP = 80;

const DEFAULT_PORT = new RegExp(`:${HTTP}$`);

/** `Sec-Fetch-Site` of requests from the page itself or from the address bar. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

/** The target of a short link, or of the page of a link session, in its only accepted spelling. */
const FOLLOWED_TARGET = /^\/(?:s\/[A-Za-z0-9]+|link(?:\/ls_[A-Za-z0-9]+)?)(?:\?|$)/;

/** Where the forms of that page lead. */
const FORM_TARGET = /^\/link\/ls_[A-Za-z0-9]+\/[a-z]+$/;

/** Where existing clients send a file as a form. */
const UPLOAD_TARGET = /^\/(?:media\/)?upload$/;

/** Where the body is a text, which is checked. */
const TEXT_TARGET = /^\/validate\/json$/;

/**
 * Decides whether to accept a request at all: its Host must be this server, it must not come from another site's
 * page, and it must not be a form. The path is not considered, so that no spelling of a path bypasses the check; with
 * three exceptions: a person may follow a short link, or the link to a link session, from any page, and the page of a link
 * session sends forms; and a file is sent as it is by `PUT`, which no page of another site can do without asking first, or
 * as a form, and a text to check as plain text, with a key in a header, which no form of a page has.
 *
 * @param port the listening port
 * @param allowed other names of this server with their ports, as of `--allow-host`, and the origins of its pages there
 *   (default: by http)
 * @returns null when it is accepted
 * @see docs/safety.md#D1, #D2, #D3
 */
export function refuseForeign(
  head: RequestHead,
  port: number,
  allowed: { readonly hosts: readonly string[]; readonly origins?: readonly string[] } = { hosts: [] },
): HttpRefusal | null {
  const values = (name: string) => getHeaderValues(head.rawHeaders, name);
  const own = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}${port === HTTP ? '' : `:${port}`}`);
  const others = allowed.hosts.map((host) => host.replace(DEFAULT_PORT, ''));
  const hosts = [...own, ...others];
  if (!isOneOf(values('host'), hosts)) {
    return { status: 403, message: `Host must be one of ${hosts.join(', ')}.` };
  }
  const origins = [
    ...own.map((host) => `http://${host}`),
    ...(allowed.origins ?? others.map((host) => `http://${host}`)),
  ];
  if (!isNoneOrOneOf(values('origin'), origins)) {
    return { status: 403, message: 'Origin is another site.' };
  }
  if (!isNoneOrOneOf(values('sec-fetch-site'), OWN_SITES) && !isFollowedLink(head, values)) {
    return { status: 403, message: 'Sec-Fetch-Site names another site.' };
  }
  if (!head.target.startsWith('/')) return { status: 400, message: 'The target must be a path.' };
  return !isUpload(head) && isForm(head, values)
    ? { status: 400, message: 'The body must be JSON: Content-Type: application/json.' }
    : null;
}

type HeaderValues = (name: string) => readonly string[];

/**
 * A page cannot read the answer to a navigation. A short link changes nothing but a count, and the page of a link
 * session nothing.
 */
function isFollowedLink({ method, target }: RequestHead, values: HeaderValues): boolean {
  const isNavigation = isOneOf(values('sec-fetch-mode'), ['navigate']);
  return method === 'GET' && isNavigation && FOLLOWED_TARGET.test(target);
}

/** A form of our own page: browsers say so, and no page can say it for another. The caller checked the origin. */
function isOwnForm({ method, target }: RequestHead, values: HeaderValues): boolean {
  return (
    method === 'POST' &&
    FORM_TARGET.test(target) &&
    values('origin').length === 1 &&
    isOneOf(values('sec-fetch-site'), ['same-origin']) &&
    isOneOf(values('content-type'), ['application/x-www-form-urlencoded'])
  );
}

function isUpload({ method, target }: RequestHead): boolean {
  const url = URL.parse(`http://localhost${target}`);
  return url !== null && isUploadRequest({ method, url });
}

/** A page can send forms and plain text to any server without a preflight request, but not JSON. */
function isForm(head: RequestHead, values: HeaderValues): boolean {
  const { method } = head;
  if (isOwnForm(head, values)) return false;
  const types = values('content-type');
  const lengths = values('content-length');
  const hasBody = values('transfer-encoding').length > 0 || lengths.some((length) => length.trim() !== '0');
  if (!hasBody && (READS.includes(method) || types.length === 0)) return false;
  if (isBodyWithKey(head, values)) return false;
  return types.length !== 1 || !/^application\/json *(;|$)/i.test(types[0] ?? '');
}

/**
 * A file as a form, or a text to check, with a key in a header, which no form of a page has, nor another request without
 * a preflight request.
 */
function isBodyWithKey({ method, target }: RequestHead, values: HeaderValues): boolean {
  const [type = '', ...others] = values('content-type');
  const isFile = UPLOAD_TARGET.test(target) && /^multipart\/form-data *;/i.test(type);
  const isText = TEXT_TARGET.test(target) && /^text\/plain *(?:;|$)/i.test(type);
  const isAllowed = others.length === 0 && (isFile || isText);
  return method === 'POST' && isAllowed && values('authorization').length === 1;
}

function getHeaderValues(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** A header that must be unique is refused when it is repeated. */
function isOneOf(values: readonly string[], allowed: readonly string[]): boolean {
  return values.length === 1 && allowed.includes(values[0]?.toLowerCase() ?? '');
}

function isNoneOrOneOf(values: readonly string[], allowed: readonly string[]): boolean {
  return values.length === 0 || isOneOf(values, allowed);
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
  /** Requests without a complete response yet. */
  const exchanges = new WeakMap<Duplex, Set<{ request: IncomingMessage; response: ServerResponse }>>();
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
