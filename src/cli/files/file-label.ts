/** The name of a file in messages. */
export function getFileLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}
