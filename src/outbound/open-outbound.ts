import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { Clock } from '../clock.ts';
import type { PrivateAllowlist } from '../domain/addresses/public-url.ts';
import { hasZlibHeader } from '../domain/requests/read-answer.ts';
import { createKeptConnections, type OutboundConnection } from './kept-connections.ts';
import {
  getErrorCode,
  type Outbound,
  type OutboundAnswer,
  OutboundError,
  type OutboundRead,
} from './outbound.ts';
import { areValidHeaders, type RawBody, sendOverSocket } from './send-over-socket.ts';
import {
  closeOnAbort,
  connectTo,
  type Dial,
  dialTcp,
  type OutboundTarget,
  parseTarget,
  type Resolve,
  resolveNames,
  resolveTarget,
  runWithDeadline,
} from './target.ts';

export interface OutboundParts {
  /** Private addresses that this run may reach. */
  allowance: PrivateAllowlist;
  /** For deadlines. */
  clock: Clock;
  /** Resolves names; default: the system's resolver. */
  resolve?: Resolve;
  /** Opens connections; default: the system's sockets. */
  dial?: Dial;
  /** Certificates in PEM to trust instead of the system's. */
  trusted?: string;
}

/** What is known of a request before it ends. */
interface SendProgress {
  status: number | null;
  headers?: NonNullable<OutboundAnswer['headers']>;
  byAllowance: boolean;
}

interface Sending {
  target: OutboundTarget;
  request: OutboundRead;
  /** The body that is sent; null for a request that reads. */
  payload: Uint8Array | null;
  seen: SendProgress;
  ending: AbortSignal;
}

interface ConnectionInUse {
  connection: OutboundConnection;
  /** From then on the end of the request does not close it. */
  release(): void;
}

/** Sends another request over a kept connection. */
function resume(connection: OutboundConnection, { seen, ending }: Sending): ConnectionInUse {
  seen.byAllowance ||= connection.byAllowance;
  return { connection, release: closeOnAbort(connection.socket, ending) };
}

/**
 * Opens the guarded outbound client for addresses that users provide. Each request has its own connection, unless it
 * says that it keeps it.
 */
export function openOutbound(parts: OutboundParts): Outbound {
  const { allowance, clock, trusted, resolve = resolveNames(), dial = dialTcp } = parts;
  const kept = createKeptConnections();
  let context: SecureContext | undefined;

  function encrypt(socket: Socket, target: OutboundTarget): Promise<TLSSocket> {
    context ??= createTrustContext(trusted);
    return encryptSocket(socket, target, context);
  }

  async function send(request: OutboundRead, payload: Uint8Array | null): Promise<OutboundAnswer> {
    const began = clock.steady();
    const seen: SendProgress = { status: null, byAllowance: false };
    const ending = await sendInTime(request, payload, seen);
    return { ...seen, ...ending, ms: Math.round(clock.steady() - began) };
  }

  async function sendInTime(
    request: OutboundRead,
    payload: Uint8Array | null,
    seen: SendProgress,
  ): Promise<Pick<OutboundAnswer, 'body' | 'fault'>> {
    const { url, headers, deadlineMs, signal } = request;
    try {
      const target = parseTarget(url, allowance);
      if (target === null || !areValidHeaders(headers)) throw new OutboundError('address not allowed');
      const body = await runWithDeadline({ clock, deadlineMs, signal }, (ending) =>
        sendToTarget({ target, request, payload, seen, ending }),
      );
      return { body, fault: null };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { body: null, fault: error.fault };
    }
  }

  async function sendToTarget(sending: Sending): Promise<Uint8Array | null> {
    const { target, request, payload, seen, ending } = sending;
    const addresses = await resolveTarget(target, resolve);
    const idle = request.keepsConnection ? kept.take(target, addresses) : undefined;
    const { connection, release } =
      idle === undefined ? await open(sending, addresses) : resume(idle, sending);
    const { raw, idleMs } = await sendOverSocket(connection.socket, {
      target,
      request,
      body: payload,
      onHead: (head) => void Object.assign(seen, head),
    });
    if (idleMs > 0 && !ending.aborted) {
      release();
      kept.keep(target, connection, { idleMs, signal: request.signal });
    }
    return decodeAnswer(raw, request);
  }

  async function open(
    { target, request: { deadlineMs }, seen, ending }: Sending,
    addresses: readonly string[],
  ): Promise<ConnectionInUse> {
    const onPrivate = () => {
      seen.byAllowance = true;
    };
    const dialled = await connectTo(target, addresses, { dial, clock, deadlineMs, ending, onPrivate });
    const { socket, address, release } = dialled;
    const line = target.isEncrypted ? await encrypt(socket, target) : socket;
    return { connection: { socket: line, address, byAllowance: seen.byAllowance }, release };
  }

  return {
    allowed: allowance,
    post: ({ body, ...request }) => send(request, body),
    get: (request) => send(request, null),
  };
}

/** @throws {OutboundError} `answer too large`, `answer not readable` */
function decodeAnswer(raw: RawBody | null, { answerBytes, answerIs }: OutboundRead): Uint8Array | null {
  if (raw === null) return null;
  try {
    return decodeBody(raw, answerBytes);
  } catch (error) {
    const isBorne =
      answerIs === 'shown' && error instanceof OutboundError && error.fault === 'answer not readable';
    if (isBorne) return null;
    throw error;
  }
}

/**
 * The certificates to trust. Creating the context is costly, so that all requests share one.
 *
 * @param trusted certificates to trust instead of the system's, in PEM
 */
function createTrustContext(trusted: string | undefined): SecureContext {
  return createSecureContext({ minVersion: 'TLSv1.2', ...(trusted !== undefined && { ca: trusted }) });
}

/**
 * Encrypts a connection (TLS) and verifies the server's name. No environment variable weakens the verification.
 *
 * @throws {OutboundError} `certificate not valid`; `connection lost` when no common encryption was found
 * @see docs/safety.md#S7
 */
function encryptSocket(
  socket: Socket,
  target: OutboundTarget,
  secureContext: SecureContext,
): Promise<TLSSocket> {
  // SNI and certificates name a host without the dot of the root (RFC 6066, section 3)
  const host = target.host.replace(/\.$/, '');
  const secure = connect({
    socket,
    secureContext,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  return new Promise((resolve, reject) => {
    secure.on('error', () => undefined);
    secure.once('secureConnect', () => resolve(secure));
    // Node's types only allow an error here; it is null while nothing is wrong
    secure.once('close', () =>
      reject(new OutboundError(secure.authorizationError ? 'certificate not valid' : 'connection lost')),
    );
  });
}

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Uint8Array;

/** No coding was requested. They are decoded all the same, because some servers always compress. */
const CODINGS: Readonly<Record<string, Decode>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
};

/**
 * Decodes a body.
 *
 * @param largest maximum number of decoded bytes
 * @throws {OutboundError} `answer too large`, `answer not readable`
 * @see docs/safety.md#S6
 */
function decodeBody({ coding, bytes }: RawBody, largest: number): Uint8Array {
  if (coding === '' || bytes.length === 0) return bytes;
  const decode = Object.hasOwn(CODINGS, coding) ? CODINGS[coding] : undefined;
  if (decode === undefined) throw new OutboundError('answer not readable');
  try {
    return decode(bytes, { maxOutputLength: largest });
  } catch (cause) {
    const isTooLarge = getErrorCode(cause) === 'ERR_BUFFER_TOO_LARGE';
    throw new OutboundError(isTooLarge ? 'answer too large' : 'answer not readable', cause);
  }
}
