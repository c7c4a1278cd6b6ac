import * as z from 'zod';
import { FeedError, NO_FEED } from './decode-feed.ts';
import { type EntryDraft, type FeedDraft, findHtmlImage } from './feed-draft.ts';
import { normalizeTitle } from './feed-text.ts';

/** A member of another type counts as none. */
const Text = z.string().optional().catch(undefined);

const JsonItem = z.looseObject({
  id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  url: Text,
  external_url: Text,
  title: Text,
  content_html: Text,
  content_text: Text,
  summary: Text,
  image: Text,
  banner_image: Text,
  date_published: Text,
  date_modified: Text,
});

const JsonFeed = z.looseObject({
  version: z.string().regex(/jsonfeed\.org\/version\//),
  title: Text,
  home_page_url: Text,
  items: z.array(z.unknown()).catch([]),
});

/**
 * Reads a JSON feed. Its titles are plain text.
 *
 * @returns null for a document that is no JSON
 * @throws {FeedError} for other JSON
 * @see https://www.jsonfeed.org/version/1.1/
 */
export function parseJsonFeed(document: string, url: string): FeedDraft | null {
  const text = document.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('{')) return null;
  const feed = JsonFeed.safeParse(tryParse(text));
  if (!feed.success) throw new FeedError(NO_FEED);
  const { title, home_page_url: link, items } = feed.data;
  const drafts = items.flatMap((item) => {
    const read = JsonItem.safeParse(item);
    return read.success ? [toDraft(read.data, url)] : [];
  });
  return { title: normalizeTitle(title ?? ''), link, base: url, drafts };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError('is not well-formed, or was cut short');
  }
}

function toDraft(item: z.infer<typeof JsonItem>, base: string): EntryDraft {
  const { id, url, external_url: external, content_html: html } = item;
  return {
    id,
    title: normalizeTitle(item.title ?? ''),
    link: url ?? external ?? (/^https?:/i.test(id ?? '') ? id : undefined),
    text: html ?? item.content_text ?? item.summary ?? '',
    dates: [item.date_published, item.date_modified],
    images: [item.image, item.banner_image, findHtmlImage(html ?? '')],
    base,
  };
}
