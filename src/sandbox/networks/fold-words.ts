const MARKS = /\p{M}/gu;

/** Text as a search looks at it: case and accents do not count. */
export function foldWords(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}
