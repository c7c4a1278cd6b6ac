import { CrierError } from '../errors.ts';

/** Why no response came. */
interface ConnectionFailure {
  error: CrierError;
  /** A retry may succeed. */
  lost: boolean;
  /** The connection was not established, so that nothing of the request was sent. */
  unsent: boolean;
}

interface ConnectionErrorKind {
  codes: RegExp;
  /** Continues a sentence that begins with the host. */
  sentence: string;
  lost: boolean;
  unsent?: true;
  advice?: string;
}

const CHECK_ADDRESS = 'check the base URL and its port: this may be another kind of server';

const CAUSES: readonly ConnectionErrorKind[] = [
  {
    codes: /^ENOTFOUND$/,
    sentence: 'cannot be resolved',
    lost: false,
    unsent: true,
    advice: 'check the base URL, and that this machine is online',
  },
  { codes: /^EAI_/, sentence: 'could not be resolved', lost: true, unsent: true },
  {
    codes: /^ECONNREFUSED$/,
    sentence: 'refused the connection: nothing is listening there',
    lost: true,
    unsent: true,
    advice: 'check the base URL and its port, and that the service is running',
  },
  {
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    sentence: 'cannot be reached',
    lost: true,
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    sentence: 'did not accept the connection in time',
    lost: true,
    unsent: true,
  },
  { codes: /^ETIMEDOUT$/, sentence: 'did not accept the connection in time', lost: true },
  {
    codes: /^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/,
    sentence: 'has a certificate that is not trusted',
    lost: false,
    unsent: true,
    advice: 'check the URL; NODE_EXTRA_CA_CERTS can name a file with further trusted certificates',
  },
  {
    codes: /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/,
    sentence: 'failed the TLS handshake',
    lost: false,
    unsent: true,
    advice: 'check the scheme and the port of the base URL',
  },
  {
    codes: /^(?:HPE_HEADER_OVERFLOW|UND_ERR_HEADERS_OVERFLOW)$/,
    sentence: 'sent too many headers',
    lost: false,
    advice: CHECK_ADDRESS,
  },
  { codes: /^HPE_/, sentence: 'did not respond with HTTP', lost: false, advice: CHECK_ADDRESS },
  {
    codes: /^UND_ERR_(?:PRX_\w+|ABORTED|INVALID_ARG)$/,
    sentence: 'is not allowed by the proxy',
    lost: false,
    unsent: true,
    advice: 'check HTTPS_PROXY and NO_PROXY, and whether the proxy requires a user name and a password',
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    sentence: 'closed the connection before the response was complete',
    lost: true,
  },
];

/**
 * Explains why no complete response came.
 *
 * @returns null for a defect, which is not a network failure
 */
export function explainConnectionError(cause: unknown, host: string): ConnectionFailure | null {
  if (cause instanceof ViaProxyError) {
    return explainConnectionError(cause.cause, `${host} (through the proxy ${cause.proxy})`);
  }
  const code = getErrorCode(cause);
  if (code === null) return null;
  const known = CAUSES.find(({ codes }) => codes.test(code));
  const sentence = known?.sentence ?? 'did not respond';
  const error = new CrierError('unavailable', `${host} ${sentence} (${code})`, {
    http: null,
    advice: known?.advice ?? null,
    cause,
  });
  return { error, lost: known?.lost ?? false, unsent: known?.unsent ?? isBeforeSending(cause) };
}

/** A reset, a timeout or a missing route can occur both before and after the connection is established. */
function isBeforeSending(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect';
}

/**
 * Errors of sockets, TLS, Node's client and undici have a code in capitals; defects have none, or one of wrong use.
 */
function getErrorCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  if (cause.name === 'HTTPParserError') return 'HPE_INVALID'; // its own code is not always set
  if (!('code' in cause) || typeof cause.code !== 'string') return null;
  return /^(?!ERR_INVALID_)[A-Z][A-Z0-9_]+$/.test(cause.code) ? cause.code : null;
}

/** A failure of a connection through a proxy, possibly the proxy's own. */
export class ViaProxyError extends Error {
  override readonly name = 'ViaProxyError';
  /** Host and port; user name and password of its address are omitted. */
  readonly proxy: string;
  override readonly cause: Error;

  constructor(proxy: string, cause: Error) {
    super(cause.message, { cause });
    this.proxy = proxy;
    this.cause = cause;
  }
}
