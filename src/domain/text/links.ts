/** Where a link is in a text. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** `url`: with a scheme. `name`: a host name with a known ending, without one. */
  readonly kind: 'url' | 'name';
}

/** Excludes trailing punctuation and closing brackets. */
const URLS = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** Finds the links of a text, in order. The only place that decides where an address ends. */
export function* findLinks(text: string): Generator<TextLink, void> {
  for (const { 0: link, index } of text.matchAll(URLS)) {
    yield { start: index, end: index + link.length, kind: 'url' };
  }
}

/** Replaces each link of a text that has a scheme; everything else is kept. */
export function replaceLinks(text: string, replacement: (link: string) => string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, kind } of findLinks(text)) {
    if (kind !== 'url') continue;
    replaced += text.slice(at, start) + replacement(text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}
