import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPostgresAccess } from '../../../src/receiver/inbox/postgres/postgres-access.ts';
import { inFolder } from '../../support/in-folder.ts';

const STORE = 'postgres://app@db/crier';
const FLAG = { flag: '--store' };
const VARIABLE = { variable: 'CRIER_STORE' };

/** Reads an access with these files: `.pgpass` is that of the home folder, `flag` that of a flag. */
function read(
  text: string,
  {
    files = {},
    env = {},
    platform = 'linux',
    named = VARIABLE,
    mode = 0o600,
  }: {
    files?: Readonly<Record<string, string>>;
    env?: Readonly<Record<string, string>>;
    platform?: string;
    named?: { flag: string } | { variable: string };
    mode?: number;
  } = {},
) {
  return inFolder(files, (folder) => {
    for (const file of Object.keys(files)) chmodSync(join(folder, file), mode);
    mkdirSync(join(folder, 'folder'));
    const place = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace('~', folder).replace('HERE', relative('.', folder)),
      ]),
    );
    const flag = files['flag'] === undefined ? undefined : join(folder, 'flag');
    return readPostgresAccess(text, named, flag, {
      machine: { env: place, homeFolder: folder, platform },
      readFile: async (file) => readFileSync(file, 'utf8'),
    });
  });
}

describe('the access to Postgres', () => {
  test.each([
    ['a file of a flag, before all others', 'postgres://app:no@db/crier', { files: { flag: 'p\r\n' } }, 'p'],
    ['a file of a flag, without its last line break', STORE, { files: { flag: 'a\nb\n\n' } }, 'a\nb\n'],
    ['the URL', 'postgres://app:p%40@db/crier', { env: { PGPASSWORD: 'no' } }, 'p@'],
    ['the URL, not escaped', 'postgres://app:100%@db/crier', {}, '100%'],
    ['a parameter of the URL', `${STORE}?password=p`, { env: { PGPASSWORD: 'no' } }, 'p'],
    ['the environment', STORE, { env: { PGPASSWORD: 'p' }, files: { '.pgpass': '*:*:*:*:no' } }, 'p'],
    ['the password file', STORE, { files: { '.pgpass': 'db:5432:crier:app:p' } }, 'p'],
    [
      'no password file that others can read',
      STORE,
      { files: { '.pgpass': '*:*:*:*:p' }, mode: 0o640 },
      undefined,
    ],
    ['no password file that is a folder', STORE, { env: { PGPASSFILE: '~/folder' } }, undefined],
    ['no password file that is not there', STORE, { env: { PGPASSFILE: '~/none' } }, undefined],
    ['a named password file', STORE, { env: { PGPASSFILE: '~/own' }, files: { own: '*:*:*:*:p' } }, 'p'],
    ['no file from here', STORE, { env: { PGPASSFILE: 'HERE/own' }, files: { own: '*:*:*:*:p' } }, undefined],
    [
      'the password file of Windows',
      STORE,
      {
        env: { APPDATA: '~' },
        files: { 'postgresql/pgpass.conf': '*:*:*:*:p' },
        platform: 'win32',
        mode: 0o644,
      },
      'p',
    ],
    ['no password file of Windows without its folder', STORE, { platform: 'win32' }, undefined],
  ] as const)('the password is from %s', async (_what, text, around, expected) => {
    expect((await read(text, around)).password).toBe(expected);
  });

  test.each([
    ['all of the URL', 'postgres://a%40b@db:5433/cr%20ier', {}, 'db:5433:cr ier:a@b:p'],
    ['parameters of the URL', 'postgres:///crier?host=h&port=1&user=u', {}, 'h:1:crier:u:p'],
    ['the environment', 'postgres:///crier', { PGPORT: '2', PGUSER: 'u' }, 'localhost:2:crier:u:p'],
    ['no user', 'postgres:///crier', {}, 'localhost:5432:crier::p'],
  ])('a password file is searched for %s', async (_what, text, env, line) => {
    expect((await read(text, { env, files: { '.pgpass': line } })).password).toBe('p');
  });

  test.each([
    ['postgres://app:p@db/crier?password=p', STORE],
    ['postgres://db/c', 'postgres://db/c'],
    [`${STORE}?sslmode=prefer`, `${STORE}?sslmode=verify-full`],
    [`${STORE}?sslmode=require`, `${STORE}?sslmode=verify-full`],
    [`${STORE}?sslmode=verify-ca`, `${STORE}?sslmode=verify-full`],
    [`${STORE}?sslmode=disable`, `${STORE}?sslmode=disable`],
    [`${STORE}?sslmode=require&uselibpqcompat=true`, `${STORE}?sslmode=require&uselibpqcompat=true`],
  ])('the location of %s is %s', async (text, expected) => {
    expect((await read(text)).location).toBe(expected);
  });

  test.each([
    ['postgres://db', FLAG, '--store is not the URL', 'give user, host and database'],
    ['postgres://db/', VARIABLE, 'CRIER_STORE is not the URL', 'give user, host and database'],
    ['postgres://a b/c d:x', FLAG, '--store is not the URL', 'give user, host and database'],
    ['postgres://app:p@db/crier', FLAG, 'the URL of --store has a password', 'use --store-password-file'],
  ])('%s is refused', async (text, named, message, advice) => {
    await expect(read(text, { named })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
      facts: { advice: expect.stringContaining(advice) },
    });
  });

  test('a flag without a password is as good as a variable', async () => {
    expect((await read(STORE, { named: FLAG })).location).toBe(STORE);
  });
});
