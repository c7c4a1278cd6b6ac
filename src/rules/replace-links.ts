/** Ends at what closes a sentence or a bracket: that is no part of a link. */
export const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** Writes other text in the place of each link. */
export function replaceLinks(text: string, replacement: (link: string) => string): string {
  return text.replaceAll(LINK, (link) => replacement(link));
}
