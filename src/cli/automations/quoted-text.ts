/**
 * Finds the end of a text in quotes, in which a backslash takes the next character's meaning away.
 *
 * @param from where the text begins, behind the first quote
 * @returns the place of the last quote; -1 when there is none
 */
export function findClosingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at < text.length ? at : -1;
}

/** What stands between quotes, by the rules of JSON, but that it may have lines; null where a backslash stands for nothing. */
export function unescapeText(inner: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON takes none of them as they are
  const escaped = inner.replaceAll(/[\u0000-\u001F]/g, (char) => JSON.stringify(char).slice(1, -1));
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return null;
  }
}
