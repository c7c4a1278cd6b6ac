/**
 * Splits a command line at spaces. Quotes hold spaces together, also within a word; no shell reads it.
 *
 * @returns `['./handle', '--name=a b']` for `./handle --name="a b"`
 */
export function splitCommandLine(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_whole, one?: string, two?: string) => one ?? two ?? ''),
  );
}
