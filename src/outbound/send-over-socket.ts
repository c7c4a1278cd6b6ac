import {
  request as begin,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import type { Socket } from 'node:net';
import { computeIdleMs } from './kept-connections.ts';
import {
  ANSWER_HEADERS,
  getErrorCode,
  type OutboundAnswer,
  OutboundError,
  type OutboundRead,
} from './outbound.ts';
import type { OutboundTarget } from './target.ts';

/** The body of a response as received. */
export interface RawBody {
  /** Content coding in lower case; empty for none. */
  readonly coding: string;
  readonly bytes: Uint8Array;
}

const MAX_HEADER_BYTES = 16 * 1024;

const MAX_INTERIM_ANSWERS = 16;

interface SocketRequest {
  target: OutboundTarget;
  request: OutboundRead;
  /** Null for a request without a body, which reads. */
  body: Uint8Array | null;
  /** Called as soon as they are known: the body after them may never come. */
  onHead(head: Required<Pick<OutboundAnswer, 'status' | 'headers'>>): void;
}

/** A response that came to its end. */
interface SocketAnswer {
  /** Null when it is dropped. */
  raw: RawBody | null;
  /** For how many milliseconds the connection may wait for another request; 0 for not at all. */
  idleMs: number;
}

/**
 * Sends a request over a connection and reads the response to its end. Redirects are not followed.
 *
 * @throws {OutboundError} `connection lost`, `answer not readable`, `answer too large`
 * @see docs/safety.md#S4 to #S6
 */
export async function sendOverSocket(socket: Socket, sending: SocketRequest): Promise<SocketAnswer> {
  const agreed = { isFree: false, idleMs: 0 };
  // Node says so when both sides agreed to keep the connection, and nothing of either message is missing
  socket.once('free', () => {
    agreed.isFree = true;
  });
  const raw = await exchange(socket, sending, (headers) => {
    agreed.idleMs = computeIdleMs(headers);
  });
  return { raw, idleMs: agreed.isFree ? agreed.idleMs : 0 };
}

function exchange(
  socket: Socket,
  { target, request, body, onHead }: SocketRequest,
  onHeaders: (headers: IncomingHttpHeaders) => void,
): Promise<RawBody | null> {
  return new Promise((resolve, reject) => {
    const asking = begin({
      createConnection: () => socket,
      method: body === null ? 'GET' : 'POST',
      path: target.path,
      headers: buildHeaders(target, request, body),
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    let answer: IncomingMessage | undefined;
    asking.on('response', (response) => {
      answer = response;
      onHeaders(response.headers);
      onHead({ status: response.statusCode ?? 0, headers: pickHeaders(response) });
      collectBody(response, request).then(resolve, reject);
    });
    // An unreadable body is reported here, before the response's end event. What comes after a complete one is
    // ignored.
    asking.on('error', (error) => {
      if (answer?.complete) return;
      const isBehindBody = answer !== undefined && getErrorCode(error) === 'HPE_HEADER_OVERFLOW';
      reject(isBehindBody ? new OutboundError('answer too large', error) : toOutboundError(error));
    });
    // the server switched to another protocol, unrequested: no response will come
    asking.on('upgrade', () => reject(new OutboundError('connection lost')));
    limitInterimAnswers(asking, () => reject(new OutboundError('answer not readable')));
    asking.end(body ?? undefined);
  });
}

/** Ignores interim responses (1xx) as long as they are few. */
function limitInterimAnswers(asking: ClientRequest, notify: () => void): void {
  let announced = 0;
  asking.on('information', () => {
    announced += 1;
    if (announced > MAX_INTERIM_ANSWERS) notify();
  });
}

/** @returns null for a dropped body */
function collectBody(response: IncomingMessage, request: OutboundRead): Promise<RawBody | null> {
  const { answerBytes, answerIs } = request;
  const coding = readContentCoding(response);
  const isDropped = answerIs === 'dropped';
  const largest = coding === '' || isDropped ? answerBytes : computeMaxCodedBytes(answerBytes);
  return new Promise((resolve, reject) => {
    const bytes = isDropped ? null : createByteBuffer(largest);
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largest) reject(new OutboundError('answer too large'));
      else bytes?.add(chunk);
    });
    response.on('end', () => resolve(bytes && { coding, bytes: bytes.all() }));
    response.on('error', (error) => reject(toOutboundError(error)));
  });
}

function pickHeaders({ headers }: IncomingMessage): NonNullable<OutboundAnswer['headers']> {
  return Object.fromEntries(
    ANSWER_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}

function readContentCoding({ headers }: IncomingMessage): string {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return coding === 'identity' ? '' : coding;
}

/** A coded body is smaller than its content, except for a small overhead when there is nothing to compress. */
function computeMaxCodedBytes(answerBytes: number): number {
  return 2 * answerBytes + 1024;
}

function toOutboundError(error: unknown): OutboundError {
  const code = getErrorCode(error);
  return new OutboundError(code.startsWith('HPE_') ? 'answer not readable' : 'connection lost', error);
}

const NAME = /^[!#$%&'*+.^_`|~a-z\d-]+$/i;

/** Characters of a header value; no line break and no NUL. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that frame the request or decide where it goes: callers cannot set them. */
const RESERVED_NAMES =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/i;

/** Whether no header could be taken for several, or for none. @see docs/safety.md#S12 */
export function areValidHeaders(headers: OutboundRead['headers']): boolean {
  return Object.entries(headers).every(([name, value]) => NAME.test(name) && VALUE.test(value));
}

/** All headers of a request: the given ones, except reserved names, and our own. */
function buildHeaders(
  { hostHeader }: OutboundTarget,
  { headers, keepsConnection }: OutboundRead,
  body: Uint8Array | null,
): Record<string, string> {
  const given = Object.entries(headers).filter(([name]) => !RESERVED_NAMES.test(name));
  return {
    Host: hostHeader,
    ...Object.fromEntries(given),
    ...(body !== null && { 'Content-Length': String(body.length) }),
    'Accept-Encoding': 'identity',
    Connection: keepsConnection ? 'keep-alive' : 'close',
  };
}

const INITIAL_BYTES = 4 * 1024;

/**
 * Copies chunks into one growing buffer. Keeping a chunk of one byte by itself costs a hundred times its size.
 *
 * @param most maximum number of bytes
 * @see docs/safety.md#S6
 */
export function createByteBuffer(most: number) {
  let bytes = new Uint8Array(Math.min(INITIAL_BYTES, most));
  let size = 0;
  return {
    /** The caller stops at the maximum. */
    add(piece: Uint8Array) {
      const needed = size + piece.length;
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.min(most, Math.max(needed, 2 * bytes.length)));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(piece, size);
      size = needed;
    },
    all: (): Uint8Array => bytes.subarray(0, size),
  };
}
