import { CrierError } from '../../../errors.ts';

const SET_PASSWORD = 'set PGPASSWORD or PGPASSFILE, or use --store-password-file';

/** Why the server refused, by SQLSTATE: what has to be changed before it can work. */
const REFUSALS: Readonly<Record<string, readonly [kind: 'usage' | 'auth', reason: string, advice: string]>> =
  {
    '28P01': ['auth', 'the password is wrong', SET_PASSWORD],
    '28000': ['auth', 'this user may not connect', 'check the user of the address, and pg_hba.conf'],
    '3D000': ['usage', 'there is no such database', 'create it: createdb <name>'],
    '3F000': ['usage', 'it has no inbox', 'run "crier hooks store migrate" once'],
    '42704': ['usage', 'there is no such role', 'create it: createuser <name>'],
    '42P01': ['usage', 'it has no inbox', 'run "crier hooks store migrate" once'],
    '42501': [
      'usage',
      'this user lacks a permission',
      'run "crier hooks store migrate --grant <role>" as a user who may create a schema, or owns "crier"',
    ],
    ENOENT: ['usage', 'a file of the URL is missing', 'check sslrootcert, sslcert and sslkey'],
    '25006': ['usage', 'it is read-only', 'use the address of the primary server'],
  };

/** What node-postgres says when the server asks for a password that it does not have. */
const NO_PASSWORD = /password must be a (?:non-empty )?string/;

/** Errors of TLS, which a retry does not end. */
const TLS_CODES =
  /ERR_TLS|ERR_SSL|UNABLE_TO|SELF_SIGNED|CERT_|CRL_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH/;

const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

/**
 * Turns a failure of the server or the connection into an error that the user can act on; a defect is returned
 * unchanged. Whatever may pass by itself is `unavailable`.
 *
 * @param address without its password
 */
export function explainPostgresFault(address: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CrierError) return error;
  const code = getCode(error);
  const refusal = isMissingSocket(error) ? undefined : REFUSALS[code];
  const what = `cannot use ${address}`;
  if (refusal !== undefined) {
    const [kind, reason, advice] = refusal;
    const detail = code === '42501' ? ` (${error.message})` : '';
    return new CrierError(kind, `${what}: ${reason}${detail}`, { http: null, advice, cause: error });
  }
  if (NO_PASSWORD.test(error.message))
    return new CrierError('auth', `${what}: it asks for a password, and none is set`, {
      http: null,
      advice: SET_PASSWORD,
      cause: error,
    });
  if (code === OTHER_NAME)
    return new CrierError('usage', `${what}: its certificate is for another name (${error.message})`, {
      http: null,
      advice: 'give a host in the URL that the certificate is for',
      cause: error,
    });
  if (TLS_CODES.test(code) || /does not support SSL/.test(error.message))
    return new CrierError('usage', `${what}: ${error.message}`, {
      http: null,
      advice:
        'choose another sslmode in the URL, or give the certificate of its authority: sslrootcert=<file>',
      cause: error,
    });
  if (!isPassing(error)) return error;
  return new CrierError('unavailable', `${what}: ${describePassing(error, code)}`, {
    http: null,
    advice: 'check that the server runs; listeners and forwarders that run try again by themselves',
    cause: error,
  });
}

/** The file of a socket is there as long as its server runs. */
function isMissingSocket(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

/** Classes of SQLSTATE of what passes: connection, rollback, resources, operator intervention, system. */
const PASSING = /^(?:08|40|53|55|57|58)/;

/** Whether the failure is of the connection or the server's state, not of a statement. */
function isPassing(error: Error): boolean {
  return isConnectionFault(error) || PASSING.test(getCode(error));
}

/** What node-postgres says of a connection that ended or does not answer; it has no codes for that. */
const LOST = /connection|timeout|terminat|not queryable|socket/i;

/** Whether the connection cannot be used any more, and maybe no other that was opened before. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return /^(?:08|57P0[123])/.test(code);
  return code.startsWith('E') || (code === '' && LOST.test(error.message));
}

/** Whether the transaction was rolled back because of others, so that it may succeed the next time. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes(getCode(error));
}

/** How a statement of ours fails on purpose. */
export function isDivisionByZero(error: unknown): boolean {
  return error instanceof Error && getCode(error) === '22012';
}

function describePassing(error: Error, code: string): string {
  if (code === '53100') return 'its disk is full';
  if (code === '57014') return 'it took too long';
  return error.message.split('\n', 1)[0] || code;
}

/** SQLSTATE, or the code of the system; empty if there is none. */
function getCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const [first] = error instanceof AggregateError ? error.errors : []; // several addresses of one name
  return first instanceof Error ? getCode(first) : '';
}
