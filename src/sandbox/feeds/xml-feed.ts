import type { EntryDraft, FeedDraft } from './feed-draft.ts';
import { findHtmlImage } from './feed-draft.ts';
import {
  type FeedElement,
  findChild,
  getAttribute,
  isElement,
  listChildren,
  listInside,
  readFeedElements,
  readText,
} from './feed-elements.ts';
import { readAtomTitle, readRssTitle } from './feed-text.ts';

/**
 * Reads an RSS, RDF or Atom document.
 *
 * @throws {FeedError} when it is none, or does not end
 */
export function parseXmlFeed(text: string, url: string): FeedDraft {
  const { format, root, entries } = readFeedElements(text, url);
  if (format === 'atom') {
    const link = findAlternate(root);
    return {
      title: readAtomTitle(findChild(root, 'title')),
      link: getAttribute(link, 'href'),
      base: link?.base ?? root.base,
      drafts: entries.map(toAtomDraft),
    };
  }
  const channel = findChild(root, 'channel') ?? root;
  const link = findChild(channel, 'link');
  return {
    title: readRssTitle(findChild(channel, 'title')),
    link: readText(link),
    base: link?.base ?? channel.base,
    drafts: entries.map(toRssDraft),
  };
}

function toRssDraft(item: FeedElement): EntryDraft {
  const guid = findChild(item, 'guid');
  const id = guid === undefined ? getAttribute(item, 'rdf:about') : readText(guid);
  const isLink =
    getAttribute(guid, 'ispermalink')?.trim().toLowerCase() !== 'false' && /^\s*https?:/i.test(id ?? '');
  const link = findChild(item, 'link') ?? findChild(item, 'atom:link');
  const written = readText(link).trim() || getAttribute(link, 'href');
  const [description, encoded] = [findChild(item, 'description'), findChild(item, 'content:encoded')];
  const images = listChildren(item, 'enclosure')
    .filter((each) => getAttribute(each, 'type')?.trim().startsWith('image/'))
    .map((each) => getAttribute(each, 'url'));
  return {
    id,
    title: readRssTitle(findChild(item, 'title')),
    link: written || (isLink && guid !== undefined ? id : undefined),
    text: readText(encoded ?? description),
    dates: listDates(item, 'pubdate', 'dc:date', 'dcterms:issued', 'dcterms:created'),
    images: [...images, ...listMediaImages(item), findImage(encoded), findImage(description)],
    base: link?.base ?? item.base,
  };
}

function toAtomDraft(entry: FeedElement): EntryDraft {
  const link = findAlternate(entry);
  const [content, summary] = [findChild(entry, 'content'), findChild(entry, 'summary')];
  const enclosed = listChildren(entry, 'link').filter(
    (each) => getAttribute(each, 'rel') === 'enclosure' && getAttribute(each, 'type')?.startsWith('image/'),
  );
  return {
    id: readText(findChild(entry, 'id')),
    title: readAtomTitle(findChild(entry, 'title')),
    link: getAttribute(link, 'href') ?? readText(link),
    text: readText(content ?? summary),
    dates: listDates(entry, 'published', 'issued', 'created', 'updated', 'modified', 'dc:date'),
    images: [
      ...enclosed.map((each) => getAttribute(each, 'href')),
      ...listMediaImages(entry),
      findImage(content),
      findImage(summary),
    ],
    base: link?.base ?? entry.base,
  };
}

function listDates(entry: FeedElement, ...names: readonly string[]): readonly string[] {
  return names.map((name) => readText(findChild(entry, name)));
}

/** The page of an entry: an HTML page rather than another form of it. */
function findAlternate(parent: FeedElement): FeedElement | undefined {
  const alternates = listChildren(parent, 'link').filter((link) =>
    /^(?:alternate|http:\/\/www\.iana\.org\/assignments\/relation\/alternate)?$/.test(
      getAttribute(link, 'rel')?.trim().toLowerCase() ?? '',
    ),
  );
  const isPage = (link: FeedElement) => /^(?:text\/html\b|$)/.test(getAttribute(link, 'type')?.trim() ?? '');
  return alternates.find(isPage) ?? alternates[0];
}

function listMediaImages(entry: FeedElement): readonly (string | undefined)[] {
  const groups = [entry, ...listChildren(entry, 'media:group')];
  const images = groups
    .flatMap((group) => listChildren(group, 'media:content'))
    .filter(
      (each) =>
        getAttribute(each, 'medium') === 'image' || getAttribute(each, 'type')?.startsWith('image/') === true,
    );
  const thumbnails = groups.flatMap((group) => listChildren(group, 'media:thumbnail'));
  return [...images, ...thumbnails].map((each) => getAttribute(each, 'url'));
}

/** The address of the first image in a text, whose markup may be escaped or not. */
function findImage(text: FeedElement | undefined): string | undefined {
  if (text === undefined) return;
  if (text.content.some(isElement)) {
    const image = listInside(text).find(({ name }) => /^(?:.*:)?img$/.test(name));
    if (image !== undefined) return getAttribute(image, 'src');
  }
  return findHtmlImage(readText(text));
}
