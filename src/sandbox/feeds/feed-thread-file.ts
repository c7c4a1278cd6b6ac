// The build replaces this module: the script is then a file of its own.

/** The script of the thread that parses large feeds. */
export function getFeedThreadFile(): string | URL {
  return new URL('feed-thread.ts', import.meta.url);
}
