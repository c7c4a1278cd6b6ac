import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { Keyring } from '../../framework/settings/keyring.ts';
import { readCredentials } from '../../framework/settings/save-keys.ts';
import {
  listKeyringEntries,
  listNamedSecrets,
  listPlainSecrets,
} from '../../framework/settings/saved-secrets.ts';
import { createFailure, createOk, createWarning, type DoctorFinding } from './doctor-finding.ts';

/** Where saved keys are, and whether those that are encrypted can be read. */
export async function checkKeyring(context: CommandContext): Promise<readonly DoctorFinding[]> {
  try {
    return await checkSavedKeys(context);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [createFailure('keys', error.message, error.facts.advice ?? null)]; // a variable with another word
  }
}

async function checkSavedKeys({ settings, io }: CommandContext): Promise<readonly DoctorFinding[]> {
  const saved = await settings.read();
  const isWanted = readCredentials(io.machine.env, saved) === 'keyring';
  const entries = listKeyringEntries(saved);
  const plain = listPlainSecrets(saved).length;
  const found = `not encrypted in the settings: ${formatCount(plain, 'key')}`;
  const loose = isWanted
    ? createWarning('keys', found, '"crier config set credentials keyring" encrypts them')
    : createOk('keys', found);
  const findings = plain === 0 ? [] : [loose];
  if (!isWanted && entries.length === 0) return findings;
  const fault = await findKeyringFault(entries, await settings.keyring());
  if (fault !== null) return [...findings, fault];
  const count = listNamedSecrets(saved).length - plain;
  return [
    ...findings,
    createOk('keyring', `can be used; encrypted in the settings: ${formatCount(count, 'key')}`),
  ];
}

/** Reads the entries that saved keys need; without any, one that is not there. */
async function findKeyringFault(entries: readonly string[], keyring: Keyring): Promise<DoctorFinding | null> {
  for (const entry of entries.length === 0 ? [''] : entries) {
    const found = await keyring.find(entry);
    if (found !== null && 'fault' in found) {
      const advice = 'unlock it, or "crier help security" says what it needs';
      return createFailure('keyring', `cannot be used: ${found.fault}`, advice);
    }
    if (found === null && entry !== '') {
      const advice = 'save the keys again: "crier login" saves an API key';
      return createFailure('keyring', 'it no longer has the key to saved keys', advice);
    }
  }
  return null;
}
