import { decodeHTMLStrict } from 'entities/decode';
import { Parser } from 'htmlparser2';
import { FeedError, NO_FEED } from './decode-feed.ts';

/** A piece of text as it is written: with entities, or as CDATA, which has none. */
export interface FeedText {
  readonly text: string;
  readonly isCdata: boolean;
}

/** An element of an XML document. */
export interface FeedElement {
  /** In lower case, with the usual prefix of its namespace; without one if it is of the feed's own. */
  readonly name: string;
  /** Values as they are written; names in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Where its links are relative to: `xml:base`, or the address of the document. */
  readonly base: string;
  readonly content: (FeedElement | FeedText)[];
}

/** The root of a feed, and its entries at any depth, in the order of the document. */
export interface FeedTree {
  readonly format: 'rss' | 'atom' | 'rdf';
  readonly root: FeedElement;
  readonly entries: readonly FeedElement[];
}

/** By namespace, in lower case. Elements of feeds have no prefix. */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://purl.org/rss/1.0/': '',
  'http://my.netscape.com/rdf/simple/0.9/': '',
  'http://channel.netscape.com/rdf/simple/0.9/': '',
  'http://backend.userland.com/rss2': '',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://search.yahoo.com/mrss/': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://www.w3.org/1999/xhtml': 'xhtml',
};

const FORMATS: ReadonlyMap<string, FeedTree['format']> = new Map([
  ['rss', 'rss'],
  ['feed', 'atom'],
  ['atom:feed', 'atom'],
  ['rdf:rdf', 'rdf'],
]);

const MOST_DEPTH = 1_000;
const MOST_ELEMENTS = 1_000_000;
/** Prefixes of namespaces: further ones are ignored. */
const MOST_PREFIXES = 100;

/** Elements of HTML without an end tag; in a text whose markup is not escaped, they have none here either. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'input']);

function isVoid(tag: string): boolean {
  return VOID_ELEMENTS.has(tag.slice(tag.indexOf(':') + 1).toLowerCase());
}

/** A `<` that begins no tag, outside of CDATA. An unfinished section extends to the end, so the time is linear. */
const BARE_BRACKET = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(?![a-z_:/!?\u0080-\uFFFF])/gi;

/** Not of a list of entities, as older feeds have one: nothing is loaded. */
const EXTERNAL_ENTITY = /!ENTITY\s+[^%\s]\S*\s+(?:SYSTEM|PUBLIC)\s/i;

interface Scope {
  element: FeedElement;
  /** Of prefixes; that of no prefix is `''`. */
  namespaces: ReadonlyMap<string, string>;
}

/**
 * Reads the elements of a feed. What is before its root and behind it is ignored, as are faults of markup inside of it;
 * entities that the document declares are not expanded.
 *
 * @throws {FeedError} when it is no feed, does not end, or has too many or too deeply nested elements
 * @see docs/safety.md#S13
 */
export function readFeedElements(text: string, url: string): FeedTree {
  const builder = createTreeBuilder(url);
  const parser = new Parser(builder.handler, { xmlMode: true, decodeEntities: false });
  parser.write(text.replace(BARE_BRACKET, (found) => (found === '<' ? '&lt;' : found)));
  parser.end();
  return builder.finish();
}

function createTreeBuilder(url: string) {
  const outside: Scope = {
    element: { name: '', attributes: new Map(), base: url, content: [] },
    namespaces: new Map(),
  };
  const open: Scope[] = [];
  const entries: FeedElement[] = [];
  let tree: FeedTree | null = null;
  let isPage = false;
  let isEnded = false;
  let isCdata = false;
  let count = 0;

  function openTag(tag: string, written: Readonly<Record<string, string>>): void {
    if (isEnded) return;
    const parent = open.at(-1) ?? outside;
    const scope = openElement(parent, tag, written, tree?.format);
    const { element } = scope;
    if (tree === null) {
      isPage ||= element.name === 'html' || element.name === 'xhtml:html';
      const format = FORMATS.get(element.name);
      if (format === undefined || isPage) return;
      tree = { format, root: element, entries };
    } else {
      parent.element.content.push(element);
      if (element.name === (tree.format === 'atom' ? 'entry' : 'item')) entries.push(element);
    }
    count += 1;
    if (count > MOST_ELEMENTS) throw new FeedError('has too many elements');
    if (open.length >= MOST_DEPTH) throw new FeedError('has too deeply nested elements');
    if (!isVoid(tag)) open.push(scope);
  }

  function closeTag(tag: string, isImplied: boolean): void {
    if (tree === null || isEnded || isVoid(tag)) return;
    open.pop();
    // a document that was cut short has its root closed by the parser
    if (open.length === 0) isEnded = !isImplied;
  }

  return {
    handler: {
      onopentag: openTag,
      onclosetag: closeTag,
      ontext: (text: string) => open.at(-1)?.element.content.push({ text, isCdata }),
      oncdatastart: () => {
        isCdata = true;
      },
      oncdataend: () => {
        isCdata = false;
      },
      onprocessinginstruction(_name: string, data: string) {
        if (EXTERNAL_ENTITY.test(data)) throw new FeedError('names an external entity');
      },
    },
    finish(): FeedTree {
      if (tree === null) throw new FeedError(isPage ? 'is neither RSS nor Atom, but a web page' : NO_FEED);
      if (!isEnded) throw new FeedError('is not well-formed, or was cut short');
      return tree;
    },
  };
}

function openElement(
  parent: Scope,
  tag: string,
  written: Readonly<Record<string, string>>,
  format: FeedTree['format'] | undefined,
): Scope {
  const attributes = new Map(
    Object.entries(written).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  const namespaces =
    declared.length === 0 || parent.namespaces.size > MOST_PREFIXES
      ? parent.namespaces
      : new Map([
          ...parent.namespaces,
          ...declared
            .slice(0, MOST_PREFIXES)
            .map(([name, uri]) => [name.slice('xmlns:'.length), uri.trim().toLowerCase()] as const),
        ]);
  const base = attributes.get('xml:base');
  return {
    element: {
      name: findElementName(tag, namespaces, format),
      attributes,
      base:
        base === undefined
          ? parent.element.base
          : (URL.parse(decodeHTMLStrict(base).trim(), parent.element.base)?.href ?? parent.element.base),
      content: [],
    },
    namespaces,
  };
}

function findElementName(
  tag: string,
  namespaces: ReadonlyMap<string, string>,
  format: FeedTree['format'] | undefined,
): string {
  const colon = tag.indexOf(':');
  const prefix = colon === -1 ? '' : tag.slice(0, colon).toLowerCase();
  const local = tag.slice(colon + 1).toLowerCase();
  const namespace = namespaces.get(prefix) ?? '';
  const known = Object.hasOwn(PREFIXES, namespace) ? PREFIXES[namespace] : undefined;
  const usual = known ?? prefix;
  return usual === '' || (usual === 'atom' && format === 'atom') ? local : `${usual}:${local}`;
}

export function isElement(node: FeedElement | FeedText): node is FeedElement {
  return 'name' in node;
}

export function findChild(parent: FeedElement, name: string): FeedElement | undefined {
  return parent.content.find((node): node is FeedElement => isElement(node) && node.name === name);
}

export function listChildren(parent: FeedElement, ...names: readonly string[]): readonly FeedElement[] {
  return parent.content.filter((node): node is FeedElement => isElement(node) && names.includes(node.name));
}

/** All elements inside of one, in the order of the document. */
export function listInside(parent: FeedElement): readonly FeedElement[] {
  const found: FeedElement[] = [];
  const waiting: FeedElement[] = [parent];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const inside = element.content.filter(isElement);
    for (const each of inside) found.push(each);
    for (const each of inside.toReversed()) waiting.push(each);
  }
  return found;
}

export function getAttribute(element: FeedElement | undefined, name: string): string | undefined {
  const value = element?.attributes.get(name);
  return value === undefined ? undefined : decodeHTMLStrict(value);
}

/** The text of an element and of those inside, as XML has it: entities are decoded once. */
export function readText(element: FeedElement | undefined): string {
  if (element === undefined) return '';
  const parts: string[] = [];
  const waiting: (FeedElement | FeedText)[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node)) for (const each of joinTexts(node.content).toReversed()) waiting.push(each);
    else parts.push(node.isCdata ? node.text : decodeHTMLStrict(node.text));
  }
  return parts.join('');
}

/** The parser splits text at entities: neighbours of one kind are one text. */
export function joinTexts(content: FeedElement['content']): readonly (FeedElement | FeedText)[] {
  const joined: (FeedElement | FeedText)[] = [];
  for (const node of content) {
    const last = joined.at(-1);
    if (last !== undefined && !isElement(last) && !isElement(node) && last.isCdata === node.isCdata)
      joined[joined.length - 1] = { text: last.text + node.text, isCdata: node.isCdata };
    else joined.push(node);
  }
  return joined;
}
