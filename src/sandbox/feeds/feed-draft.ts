import type { EntryKeys } from './entry-keys.ts';

export interface FeedEntry extends EntryKeys {
  readonly title: string | null;
  /** Absolute; https or http. */
  readonly link: string | null;
  /** Its first image; https only, as posts take it. */
  readonly imageUrl: string | null;
  /** In milliseconds since 1970; null if it has no date that can be read. */
  readonly publishedAt: number | null;
}

/** What a feed says about itself, and its entries. */
export interface FeedDocument {
  readonly title: string | null;
  readonly websiteLink: string | null;
  /** In the order of the document, each once by its first key. */
  readonly entries: readonly FeedEntry[];
}

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
