import { fileURLToPath } from 'node:url';

// The build replaces this module: the program is then a file of its own.

/** The program that asks the keyring. */
export function getKeyringProgram(): string {
  return fileURLToPath(new URL('keyring-program.ts', import.meta.url));
}
