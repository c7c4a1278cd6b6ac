import { readFileSync } from 'node:fs';

// Building replaces this module with the number itself.

/** The program's version, such as `0.1.0`. */
export function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // our own file
}
