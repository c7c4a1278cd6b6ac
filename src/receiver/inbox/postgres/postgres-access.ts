import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import type { InboxLocation } from '../open-inbox.ts';
import { findPassword } from './password-file.ts';

interface PasswordSources {
  readonly machine: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly homeFolder: string;
    readonly platform: string;
  };
  readFile(file: string): Promise<string>;
}

/**
 * Reads the address of a Postgres database, and looks for its password: in a file of a flag, the URL, the environment,
 * and the password file of Postgres.
 *
 * @param named the flag or variable of the URL; every user can read a flag, so that it must have no password
 * @throws CrierError of kind usage when it is no such address, or has a password in the command line
 */
export async function readPostgresAccess(
  text: string,
  named: { flag: string } | { variable: string },
  passwordFile: string | undefined,
  sources: PasswordSources,
): Promise<InboxLocation> {
  const url = parseUrl(text, 'flag' in named ? named.flag : named.variable);
  const typed = readPassword(url);
  if (typed && 'flag' in named)
    throw createUsageError(
      `the URL of ${named.flag} has a password, and every user of this machine can read command lines`,
      'use --store-password-file, PGPASSWORD or PGPASSFILE, or set CRIER_STORE to the URL',
    );
  url.password = '';
  url.searchParams.delete('password');
  const ofFile =
    passwordFile === undefined ? null : (await sources.readFile(passwordFile)).replace(/\r?\n$/, '');
  const given = ofFile ?? (typed || sources.machine.env['PGPASSWORD']);
  return { location: url.href, password: given || (await lookUpPassword(url, sources)) };
}

/** Group and others: as Postgres itself, a file that they can read is ignored. */
const OPEN_MODE = 0o077;

/** Looks for a password in the password file of Postgres. */
async function lookUpPassword(
  { username, hostname, port, pathname, searchParams }: URL,
  { machine: { env, homeFolder, platform }, readFile }: PasswordSources,
): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const usual = isWindows
    ? join(env['APPDATA'] ?? '', 'postgresql', 'pgpass.conf')
    : join(homeFolder, '.pgpass');
  const file = env['PGPASSFILE'] ?? usual;
  if (!isAbsolute(file)) return undefined; // not one that a folder brings along
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || (!isWindows && (found.mode & OPEN_MODE) !== 0))
    return undefined;
  return findPassword(await readFile(file), {
    host: hostname || (searchParams.get('host') ?? 'localhost'),
    port: port || (searchParams.get('port') ?? env['PGPORT'] ?? '5432'),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username) || (searchParams.get('user') ?? env['PGUSER'] ?? ''),
  });
}

/** @returns the password of the URL; empty if it has none */
function readPassword({ password, searchParams }: URL): string {
  try {
    return decodeURIComponent(password) || (searchParams.get('password') ?? '');
  } catch {
    return password; // a percent sign that is not escaped
  }
}

/** What node-postgres treats alike, with a warning: the certificate is checked. */
const CHECKED_MODES = new Set(['prefer', 'require', 'verify-ca']);

function parseUrl(text: string, from: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.pathname.length < 2)
    throw createUsageError(
      `${from} is not the URL of a Postgres database`,
      'give user, host and database: postgres://crier@db.example.com/crier?sslmode=verify-full',
    );
  const isCompatible = url.searchParams.get('uselibpqcompat') === 'true';
  if (!isCompatible && CHECKED_MODES.has(url.searchParams.get('sslmode') ?? ''))
    url.searchParams.set('sslmode', 'verify-full');
  return url;
}
