import { readFileSync, writeSync } from 'node:fs';
import { getErrorMessage } from '../../errors.ts';
import type { KeyringAnswer, KeyringRequest } from '../../storage/keyring-request.ts';

/** The name under which keyrings list the entry. */
const SERVICE = 'crier';

/** Kernels keep keys in memory only: without a Secret Service, the library would use that, and lose all at a restart. */
const PERSISTENT = { linux: { store: 'secret-service' } } as const;

async function answer(request: KeyringRequest): Promise<KeyringAnswer> {
  const library = await import('@napi-rs/keyring').catch((error: NodeJS.ErrnoException) => error);
  if (library instanceof Error) return { fault: explainMissingLibrary(library) };
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

/** Its file may be missing, or be there and not load: a folder for temporary files may forbid to run what is in it. */
function explainMissingLibrary(error: NodeJS.ErrnoException): string {
  return error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND'
    ? 'its optional package @napi-rs/keyring is not installed'
    : `its library cannot be loaded: ${getErrorMessage(error)}`;
}

// what is passed to it, it reads from stdin: every user of the machine can read a command line
const request = JSON.parse(readFileSync(0, 'utf8')) as KeyringRequest; // written by our own program
void answer(request).then((result) => writeSync(1, JSON.stringify(result)));
