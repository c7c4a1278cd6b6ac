/** A file as sentences call it. */
export function getFileLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}
