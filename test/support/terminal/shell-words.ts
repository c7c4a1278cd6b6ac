/** The words of a line as a POSIX shell would make them, for lines that quote with ' and " only. */
export function shellWords(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_whole, single, double) => single ?? double),
  );
}
