/** A word as a shell takes it, whatever stands in it: between single quotes nothing is changed. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line of words that people can read and a shell takes: only what a shell would change is quoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : shellQuoted(word))).join(' ');
}

const PLAIN = /^[\w./:@%+=,-]+$/;
