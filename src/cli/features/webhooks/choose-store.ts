import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { type InboxLocation, isPostgres } from '../../../receiver/inbox/open-inbox.ts';
import { readPostgresAccess } from '../../../receiver/inbox/postgres/postgres-access.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { isSandbox } from '../../framework/command/sandbox/sandbox-control.ts';
import { defineTextFlag } from '../../framework/input/flags/flags.ts';
import { getInboxFile } from '../../framework/settings/paths.ts';
import { readVariable } from '../../framework/settings/secrets.ts';

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
  { service, settings, io: { machine } }: CommandContext,
  { callsService }: { callsService: boolean } = { callsService: false },
): Promise<InboxLocation> {
  const { choice } = await service.choose();
  const ofSandbox = isSandbox(choice) && (callsService || !(choice.kind === 'sandbox' && choice.isUnasked));
  const text = store ?? (ofSandbox ? null : readVariable(machine.env, VARIABLE));
  if (text === null || !isPostgres(text)) {
    if (storePasswordFile !== undefined)
      throw createUsageError('--store-password-file needs a Postgres store', 'add --store postgres://…');
    return { location: text === null ? getInboxFile(machine, ofSandbox) : resolve(machine.folder, text) };
  }
  const named = store === undefined ? { variable: VARIABLE } : { flag: '--store' };
  return readPostgresAccess(text, named, storePasswordFile, { machine, readFile: settings.readKeyFile });
}

/** Where the inbox of this machine has nothing, that of the sandbox may have what is looked for. */
export async function noteSandboxInbox(
  { store }: StoreFlags,
  { service, io: { machine } }: CommandContext,
): Promise<readonly string[]> {
  const { choice } = await service.choose();
  const isChosen = isSandbox(choice) && !(choice.kind === 'sandbox' && choice.isUnasked);
  if (store !== undefined || isChosen || !existsSync(getInboxFile(machine, true))) return [];
  return ['the sandbox has an inbox of its own: "crier hooks inbox list --sandbox"'];
}
