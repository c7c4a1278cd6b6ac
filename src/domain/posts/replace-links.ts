/** Excludes trailing punctuation and closing brackets. */
export const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** Replaces each link of a text. */
export function replaceLinks(text: string, replacement: (link: string) => string): string {
  return text.replaceAll(LINK, (link) => replacement(link));
}
