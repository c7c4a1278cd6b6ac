import { fileURLToPath } from 'node:url';

// The build replaces this module: the program is then a file of its own.

/** What Node.js, or the single executable, starts to ask the keyring. */
export function getKeyringProgram(): string {
  return fileURLToPath(new URL('keyring-program.ts', import.meta.url));
}
