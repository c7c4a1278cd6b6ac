// Building replaces this module with one that names the built worker.

/** The file that runs jq, beside the program's own thread. */
export function getWorkerFile(): string | URL {
  return new URL('jq-worker.ts', import.meta.url);
}
