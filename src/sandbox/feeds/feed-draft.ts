/** An entry as its format has it. */
export interface EntryDraft {
  readonly id: string | undefined;
  readonly title: string | null;
  readonly link: string | undefined;
  readonly text: string;
  /** The first that can be read counts. */
  readonly dates: readonly (string | undefined)[];
  /** Addresses of images, the best first. */
  readonly images: readonly (string | undefined)[];
  /** Where its link is relative to. */
  readonly base: string;
}

/** A feed as its format has it. */
export interface FeedDraft {
  readonly title: string | null;
  readonly link: string | undefined;
  readonly base: string;
  readonly drafts: readonly EntryDraft[];
}

/** The address of the first image in HTML. A tag ends before the next one, so the time is linear. */
export function findHtmlImage(html: string): string | undefined {
  const found = /<img\b[^<>]{0,2000}?\ssrc\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')/i.exec(html);
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&');
}
