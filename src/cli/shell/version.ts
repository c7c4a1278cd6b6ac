import { readFileSync } from 'node:fs';

// The build replaces this module with the version number.

/** The program's version, such as `0.1.0`. */
export function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // our own file
}
