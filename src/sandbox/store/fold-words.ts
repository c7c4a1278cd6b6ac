const MARKS = /\p{M}/gu;

/** Normalizes text for search: ignores case and accents. */
export function foldWords(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}
