// The build replaces this module with one that reads prebuilt pages.

/** A prebuilt help page; null when there is none. */
export function findRenderedPage(_key: string): string | null {
  return null;
}
