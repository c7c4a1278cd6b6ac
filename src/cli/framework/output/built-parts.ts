import { readdirSync, readFileSync } from 'node:fs';

// The build replaces this module: nothing that it names is then read from the repository.

/** The program's version, such as `0.1.0`. */
export function readVersion(): string {
  const file = new URL('../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // our own file
}

/** A prebuilt help page; null when there is none. */
export function findRenderedPage(_key: string): string | null {
  return null;
}

/** The worker script that runs jq. */
export function getWorkerFile(): string | URL {
  return new URL('jq/jq-worker.ts', import.meta.url);
}

const PAGE = new URL('../../../../dist/dashboard/', import.meta.url);

/** The names of the files of the dashboard's page, as the build writes them: compressed. */
export function listPageFiles(): readonly string[] {
  return readdirSync(PAGE);
}

export function readPageFile(name: string): Uint8Array {
  return readFileSync(new URL(name, PAGE));
}
