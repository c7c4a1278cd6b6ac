/**
 * Finds the end of a quoted text, in which a backslash escapes the next character.
 *
 * @param from index after the opening quote
 * @returns index of the closing quote; -1 if there is none
 */
export function findClosingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at < text.length ? at : -1;
}

/** Resolves the escapes of JSON, but allows line breaks; null for an invalid escape. */
export function unescapeText(inner: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON takes none of them as they are
  const escaped = inner.replaceAll(/[\u0000-\u001F]/g, (char) => JSON.stringify(char).slice(1, -1));
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return null;
  }
}
