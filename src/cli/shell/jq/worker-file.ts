// The build replaces this module with one that names the built worker.

/** The worker script that runs jq. */
export function getWorkerFile(): string | URL {
  return new URL('jq-worker.ts', import.meta.url);
}
