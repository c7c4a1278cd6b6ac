import { describe, expect, test } from 'vitest';
import { createUsageError } from '../../../src/errors.ts';
import {
  explainPostgresFault,
  isConflict,
  isConnectionFault,
  isDivisionByZero,
} from '../../../src/receiver/inbox/postgres/postgres-faults.ts';

const ADDRESS = 'postgres://app@db/crier';
const fail = (code?: unknown, message = 'no', more = {}) =>
  Object.assign(new Error(message), code === undefined ? {} : { code }, more);
const MIGRATE = 'crier hooks store migrate';
const NO_PASSWORD = 'it asks for a password, and none is set';
const NO_TLS = 'The server does not support SSL connections';
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

describe('a fault of Postgres', () => {
  test.each([
    ['auth', 'the password is wrong', 'PGPASSFILE', fail('28P01')],
    ['auth', 'this user may not connect', 'pg_hba.conf', fail('28000')],
    ['usage', 'there is no such database', 'createdb', fail('3D000')],
    ['usage', 'it has no inbox', MIGRATE, fail('3F000')],
    ['usage', 'there is no such role', 'createuser', fail('42704')],
    ['usage', 'it has no inbox', MIGRATE, fail('42P01')],
    ['usage', 'this user lacks a permission (denied)', `${MIGRATE} --grant`, fail('42501', 'denied')],
    ['usage', 'a file of the URL is missing', 'sslrootcert', fail('ENOENT', '', { syscall: 'open' })],
    ['usage', 'it is read-only', 'primary server', fail('25006')],
    ['auth', NO_PASSWORD, 'PGPASSFILE', fail(undefined, 'SASL: client password must be a string')],
    ['auth', NO_PASSWORD, 'PGPASSFILE', fail(undefined, 'client password must be a non-empty string')],
    [
      'usage',
      'its certificate is for another name (not db)',
      'a host in the URL',
      fail(OTHER_NAME, 'not db'),
    ],
    ['usage', 'self-signed', 'sslrootcert', fail('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed')],
    ['usage', 'invalid CA certificate', 'sslrootcert', fail('INVALID_CA', 'invalid CA certificate')],
    ['usage', NO_TLS, 'another sslmode', fail(undefined, NO_TLS)],
    // the file of a socket is there as long as its server runs
    ['unavailable', 'ENOENT', 'the server runs', fail('ENOENT', 'ENOENT', { syscall: 'connect' })],
    ['unavailable', 'its disk is full', 'the server runs', fail('53100', 'could not extend file')],
    ['unavailable', 'it took too long', 'by themselves', fail('57014', 'canceling')],
    ['unavailable', 'starting up', 'by themselves', fail('57P03', 'starting up\nwait')],
    ['unavailable', 'Connection terminated', 'by themselves', fail(undefined, 'Connection terminated')],
    // both addresses of one name refuse
    ['unavailable', 'ECONNREFUSED', 'by themselves', new AggregateError([fail('ECONNREFUSED')], '')],
  ] as const)('is explained as %s, %s: %s', (kind, reason, advice, cause) => {
    expect(explainPostgresFault(ADDRESS, cause)).toMatchObject({
      kind,
      message: `cannot use ${ADDRESS}: ${reason}`,
      facts: { http: null, advice: expect.stringContaining(advice) },
      cause,
    });
  });

  test.each([
    ['a defect', fail()],
    ['a statement that is wrong', fail('42P08')],
    ['a code that is a number', fail(7)],
    ['errors of nothing', new AggregateError([], 'no')],
    ['what is explained', createUsageError('connection', '')],
    ['what is no error', 'connection'],
  ])('%s is returned unchanged', (_what, error) => {
    expect(explainPostgresFault(ADDRESS, error)).toBe(error);
  });

  test.each([
    ['08006', true],
    ['57P01', true],
    ['57P04', false],
    ['42P08', false],
    ['EPIPE', true],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', false],
  ])('a connection with the code %s is lost: %s', (code, expected) => {
    expect(isConnectionFault(fail(code, 'connection'))).toBe(expected);
  });

  test('an error without a code is known by its message, and what is no error is none of these', () => {
    expect(isConnectionFault(fail(undefined, 'Query read timeout'))).toBe(true);
    expect(isConnectionFault(fail())).toBe(false);
    expect([isConflict(fail('40001')), isConflict(fail('40P01')), isConflict(fail('40002'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isDivisionByZero(fail('22012')), isDivisionByZero(fail('22003'))]).toEqual([true, false]);
    const none = [isConnectionFault({ code: '08006' }), isConflict({ code: '40001' })];
    expect([...none, isDivisionByZero({ code: '22012' })]).toEqual([false, false, false]);
  });
});
