import { readFileSync, writeSync } from 'node:fs';
import { getErrorMessage } from '../../errors.ts';
import type { KeyringAnswer, KeyringRequest } from '../../storage/keyring-request.ts';

/** The name under which keyrings list the entry. */
const SERVICE = 'crier';

/** Kernels keep keys in memory only: without a Secret Service, the library would use that, and lose all at a restart. */
const PERSISTENT = { linux: { store: 'secret-service' } } as const;

async function answer(request: KeyringRequest): Promise<KeyringAnswer> {
  const library = await import('@napi-rs/keyring').catch(() => null);
  if (library === null) return { fault: 'its optional package @napi-rs/keyring is not installed' };
  writeSync(1, '\n'); // from now on, it is the keyring that takes its time
  try {
    const entry = new library.Entry(SERVICE, request.account, PERSISTENT);
    if (request.action === 'get') return { secret: entry.getPassword() };
    if (request.action === 'set') entry.setPassword(request.secret);
    else entry.deleteCredential();
    return { secret: null };
  } catch (error) {
    return { fault: getErrorMessage(error) };
  }
}

// what is passed to it, it reads from stdin: every user of the machine can read a command line
const request = JSON.parse(readFileSync(0, 'utf8')) as KeyringRequest; // written by our own program
void answer(request).then((result) => writeSync(1, JSON.stringify(result)));
