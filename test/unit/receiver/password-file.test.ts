import { expect, test } from 'vitest';
import { findPassword } from '../../../src/receiver/inbox/postgres/password-file.ts';

const LOOKUP = { host: 'db.example.com', port: '5432', database: 'crier', user: 'app' };

test.each([
  ['all fields match', 'db.example.com:5432:crier:app:p1', 'p1'],
  ['any of them is a star', '*:*:*:app:p1', 'p1'],
  ['the first line that matches decides', '*:*:*:other:p0\n*:*:*:*:p1\n*:*:*:app:p2', 'p1'],
  ['comments and other lines are ignored', '# *:*:*:*:no\n\nx\n*:*:*:app:p1', 'p1'],
  ['escapes are removed', 'db.example.com:5432:crier:a\\pp:p\\:1\\\\', 'p:1\\'],
  ['a colon of the password need not be escaped', '*:*:*:app:p:1', 'p:1'],
  ['lines end as on Windows', '*:*:*:app:p1\r\n', 'p1'],
  ['another port', '*:5433:*:*:p1', undefined],
  ['no password', '*:*:*:app:', undefined],
  ['no field of a password', '*:*:*:app', undefined],
])('in a password file of Postgres: %s', (_what, text, expected) => {
  expect(findPassword(text, LOOKUP)).toBe(expected);
});
