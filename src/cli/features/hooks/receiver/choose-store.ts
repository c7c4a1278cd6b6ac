import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { createUsageError } from '../../../../errors.ts';
import { type InboxLocation, isPostgres } from '../../../../receiver/inbox/open-inbox.ts';
import { findPassword } from '../../../../receiver/inbox/postgres/password-file.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { isSandbox } from '../../../framework/command/sandbox/sandbox-control.ts';
import { defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { getInboxFile } from '../../../framework/settings/paths.ts';
import { readVariable } from '../../../framework/settings/secrets.ts';

const VARIABLE = 'CRIER_STORE';

/** Flags for another inbox than that of this machine. */
export const STORE_FLAGS = {
  store: defineTextFlag('file of the inbox, or postgres://… (default: CRIER_STORE, or a file)', {
    placeholder: 'file or url',
  }),
  storePasswordFile: defineTextFlag('file with the password of the Postgres user (default: PGPASSWORD)', {
    placeholder: 'file',
  }),
};

export interface StoreFlags {
  store?: string | undefined;
  storePasswordFile?: string | undefined;
}

/**
 * Chooses the inbox of a run: the flag, otherwise the variable, otherwise a file of this machine. The variable is not
 * used with the sandbox, whose deliveries are kept apart.
 *
 * @param callsService the run calls the service, so that the sandbox of a terminal without settings is meant, too
 * @throws CrierError of kind usage when it cannot be one, or has a password in the command line
 */
export async function chooseStore(
  { store, storePasswordFile }: StoreFlags,
  context: CommandContext,
  { callsService }: { callsService: boolean } = { callsService: false },
): Promise<InboxLocation> {
  const { service, settings } = context;
  const { machine } = context.io;
  const { choice } = await service.choose();
  const ofSandbox = isSandbox(choice) && (callsService || !(choice.kind === 'sandbox' && choice.isUnasked));
  const text = store ?? (ofSandbox ? null : readVariable(machine.env, VARIABLE));
  if (text === null || !isPostgres(text)) {
    if (storePasswordFile !== undefined)
      throw createUsageError('--store-password-file needs a Postgres store', 'add --store postgres://…');
    return { location: text === null ? getInboxFile(machine, ofSandbox) : resolve(machine.folder, text) };
  }
  const url = parseUrl(text, store === undefined ? VARIABLE : '--store');
  const typed = readPassword(url);
  if (typed && store !== undefined)
    throw createUsageError(
      'the URL of --store has a password, and every user of this machine can read command lines',
      `use --store-password-file, PGPASSWORD or PGPASSFILE, or set ${VARIABLE} to the URL`,
    );
  url.password = '';
  url.searchParams.delete('password');
  const ofFile =
    storePasswordFile === undefined
      ? null
      : (await settings.readKeyFile(storePasswordFile)).replace(/\r?\n$/, '');
  const given = ofFile ?? (typed || machine.env['PGPASSWORD']);
  const password = given || (await lookUpPassword(url, context));
  return { location: url.href, ...(password !== undefined && { password }) };
}

/** Group and others: as Postgres itself, a file that they can read is ignored. */
const OPEN_MODE = 0o077;

/** Looks for a password in the password file of Postgres. */
async function lookUpPassword(
  { username, hostname, port, pathname, searchParams }: URL,
  { settings, io: { machine } }: CommandContext,
): Promise<string | undefined> {
  const { env, homeFolder, platform } = machine;
  const isWindows = platform === 'win32';
  const usual = isWindows
    ? join(env['APPDATA'] ?? '', 'postgresql', 'pgpass.conf')
    : join(homeFolder, '.pgpass');
  const file = env['PGPASSFILE'] ?? usual;
  if (!isAbsolute(file)) return undefined; // not one that a folder brings along
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || (!isWindows && (found.mode & OPEN_MODE) !== 0))
    return undefined;
  return findPassword(await settings.readKeyFile(file), {
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
