/** A file as sentences call it. */
export function nameOfFile(path: string): string {
  return path === '-' ? 'standard input' : path;
}
