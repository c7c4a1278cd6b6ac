import { decodeHTMLStrict } from 'entities/decode';
import { truncateToCodePoints } from '../../domain/text/unicode.ts';
import {
  type FeedElement,
  type FeedText,
  getAttribute,
  isElement,
  joinTexts,
  readText,
} from './feed-elements.ts';

/** What is read of a title, in code points: with its markup, far more than any has. */
const TITLE_CHARACTERS = 5_000;

/**
 * The title of an RSS element. The format does not say whether it is text or HTML, and both are in use, so entities are
 * decoded as HTML and tags are removed where they can only be markup.
 *
 * @returns on one line; null when nothing is left
 */
export function readRssTitle(title: FeedElement | undefined): string | null {
  if (title === undefined) return null;
  return normalizeTitle(
    joinTexts(title.content)
      .map((node) => (isElement(node) ? readMarkup(node) : readRssText(node)))
      .join(''),
  );
}

/**
 * In CDATA, entities are HTML. Elsewhere they were decoded once as XML: what is a bracket by its second decoding
 * (`&amp;lt;`) was written as the code of one.
 */
function readRssText({ text, isCdata }: FeedText): string {
  if (isCdata) return decodeHTMLStrict(removePairedTags(capText(text)));
  return removePairedTags(capText(decodeHTMLStrict(text))).replaceAll(REFERENCE, (reference) => {
    const character = decodeHTMLStrict(reference);
    return character === '<' || character === '>' ? reference : character;
  });
}

const REFERENCE = /&(?:#[xX]?[\da-fA-F]{1,8}|[a-zA-Z][\da-zA-Z]{1,40});/g;

/**
 * The title of an Atom element: plain text unless its type says otherwise (RFC 4287, section 3.1).
 *
 * @returns on one line; null when nothing is left
 */
export function readAtomTitle(title: FeedElement | undefined): string | null {
  if (title === undefined) return null;
  const type = getAttribute(title, 'type')?.trim().toLowerCase();
  if (type === 'html' || type === 'text/html')
    return normalizeTitle(decodeHTMLStrict(removeTags(capText(readText(title)))));
  const isMarkup = type === 'xhtml' || type === 'application/xhtml+xml' || title.content.some(isElement);
  return normalizeTitle(isMarkup ? readMarkup(title) : readText(title));
}

/** The text of elements of HTML. */
function readMarkup(element: FeedElement): string {
  const parts: string[] = [];
  const waiting: (FeedElement | FeedText)[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) {
      parts.push(node.isCdata ? node.text : decodeHTMLStrict(node.text));
      continue;
    }
    const name = node.name.replace(/^.*:/, '');
    if (BREAKS.has(name)) parts.push(' ');
    if (name === 'img') parts.push(getAttribute(node, 'alt') ?? '');
    for (const each of joinTexts(node.content).toReversed()) waiting.push(each);
  }
  return parts.join('');
}

/** Elements of HTML that begin a line. */
const BREAKS: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Elements that titles are formatted with. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b big bdi bdo cite code del dfn em font i ins kbd mark q s samp script small span strike strong style sub sup tt u var'.split(
    ' ',
  ),
);
const VOID: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);

/** A tag or comment of HTML. A tag ends before the next one, so the time is linear. */
const TAG = /<!--[^<>]{0,1000}-->|<(\/?)([a-z][a-z\d]{0,20})(?:[\s/][^<>]{0,1000})?>/gi;

function removeTags(text: string): string {
  return text.replaceAll(TAG, replaceTag);
}

/**
 * Removes tags that are markup without doubt: those of known elements that have both tags, or need no second one.
 * `Vec<T>` and "the <details> element" keep theirs.
 */
function removePairedTags(text: string): string {
  const opened = new Map<string, number>();
  const closed = new Map<string, number>();
  for (const [, slash, name = ''] of text.matchAll(TAG)) {
    const counts = slash === '/' ? closed : opened;
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return text.replaceAll(TAG, (tag, slash: string | undefined, written: string | undefined) => {
    const name = written?.toLowerCase() ?? '';
    const isPaired = opened.has(name) && opened.get(name) === closed.get(name);
    const isMarkup = name === '' || VOID.has(name) || ((INLINE.has(name) || BREAKS.has(name)) && isPaired);
    return isMarkup ? replaceTag(tag, slash, written) : tag;
  });
}

function replaceTag(tag: string, _slash: string | undefined, written: string | undefined): string {
  const name = written?.toLowerCase() ?? '';
  if (name === 'img') return /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).join('') ?? '';
  return BREAKS.has(name) ? ' ' : '';
}

/** Tags of a text that is cut are looked for in what is left. */
function capText(text: string): string {
  return truncateToCodePoints(text, TITLE_CHARACTERS);
}

/** @returns null when nothing is left */
export function normalizeTitle(text: string): string | null {
  const clean = removeControls(capText(text).replaceAll(SPACES, ' ')).trim();
  return clean === '' ? null : clean;
}

/** Spaces of HTML, and the one that does not break. Those of typography stay. */
const SPACES = /[ \t\n\f\r\u00A0\u2028\u2029]+/g;

/** Control characters, noncharacters and marks of byte order. */
const CONTROLS = /[\p{Cc}\p{Noncharacter_Code_Point}\uFEFF]/gu;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * Removes characters that are no text. Those from U+0080 to U+009F are characters of windows-1252 whose bytes were taken
 * for code points.
 */
export function removeControls(text: string): string {
  return text.toWellFormed().replaceAll(CONTROLS, (control) => {
    const code = control.charCodeAt(0);
    if (code < 0x80 || code > 0x9f) return '';
    const meant = WINDOWS_1252.decode(Uint8Array.of(code));
    return meant === control ? '' : meant;
  });
}
