import { hash } from 'node:crypto';
import { toNfc } from '../../domain/text/unicode.ts';
import { DAY_MS } from '../../service/durations.ts';

/** What entries are known by, as hashes that are compared only within a feed or a profile. */
export interface EntryKeys {
  /** Each identifies the entry by itself: its id, its address with and without the host, its title with its date. */
  readonly keys: readonly string[];
  /** Keys and hints that say nothing but its id, which sites give to other entries, too. */
  readonly idKeys: readonly string[];
  /** Each only suggests it: its title, the last part of its address, its text, the second of its date. Other entries may have the same. */
  readonly hints: readonly string[];
  /** The key that is its title with its date: it says nothing of where the entry is. */
  readonly datedKey: string | null;
  /** The hint that is its title. */
  readonly titleKey: string | null;
  /** Its address, among all feeds of a profile. */
  readonly linkKey: string | null;
}

/** Computes the keys of an entry. The first one tells it from the other entries of its document. */
export function computeEntryKeys({
  id,
  link,
  title,
  text,
  publishedAt,
  websiteLink,
}: {
  id: string | null;
  link: string | null;
  title: string | null;
  text: string;
  publishedAt: number | null;
  /** Of the whole site: an entry that leads there is not identified by it. */
  websiteLink: string | null;
}): EntryKeys {
  const site = websiteLink === null ? null : normalizeAddress(websiteLink);
  const readAddress = (url: string | null) => {
    const address = url === null ? null : normalizeAddress(url);
    return address?.whole === site?.whole ? null : address;
  };
  const [ofLink, ofId] = [readAddress(link), readAddress(id)];
  const words = title === null ? '' : normalizeWords(title);
  const first =
    id !== null
      ? ['id', id]
      : link !== null
        ? ['link', link]
        : ['text', title ?? undefined, text || undefined];
  // midnight is a date without a time, which other articles have as well
  const time = publishedAt !== null && publishedAt % DAY_MS !== 0 ? publishedAt : null;
  const firstKey = hash('sha256', JSON.stringify(first), 'base64url');
  const [linkKeys, idAddressKeys] = [computeAddressKeys(ofLink), computeAddressKeys(ofId)];
  const datedKey = time !== null && words !== '' ? computeKey('dated', `${time} ${words}`) : null;
  const keys = [firstKey, ...linkKeys, ...idAddressKeys, ...(datedKey === null ? [] : [datedKey])];
  const titleKey = words === '' ? null : computeKey('title', words);
  const hints = [
    ...(titleKey === null ? [] : [titleKey]),
    ...computeSlugKeys(ofLink),
    ...computeSlugKeys(ofId),
    ...(time === null ? [] : [computeKey('time', String(time))]),
    ...(text.length < SHORTEST_TEXT
      ? []
      : [computeKey('body', normalizeWords(text.slice(0, TEXT_CHARACTERS)))]),
  ];
  const ofOthers = new Set([...linkKeys, ...computeSlugKeys(ofLink)]);
  const ofIdAlone = [firstKey, ...idAddressKeys, ...computeSlugKeys(ofId)];
  return {
    keys: [...new Set(keys)],
    idKeys: id === null ? [] : ofIdAlone.filter((key) => !ofOthers.has(key)),
    hints: [...new Set(hints)],
    datedKey,
    titleKey,
    linkKey: ofLink === null ? null : computeKey('address', ofLink.whole),
  };
}

interface Address {
  whole: string;
  /** Without the host; null where it says too little. */
  path: string | null;
  /** The last part of the path, if it is words. */
  slug: string | null;
}

function computeAddressKeys(address: Address | null): readonly string[] {
  if (address === null) return [];
  const { whole, path } = address;
  return [computeKey('address', whole), ...(path === null ? [] : [computeKey('path', path)])];
}

function computeSlugKeys(address: Address | null): readonly string[] {
  return address === null || address.slug === null ? [] : [computeKey('slug', address.slug)];
}

/** Shorter texts are often the same in many entries. */
const SHORTEST_TEXT = 80;
const TEXT_CHARACTERS = 2_000;

const KEY_CHARACTERS = 22;

function computeKey(kind: string, value: string): string {
  return hash('sha256', `${kind} ${value}`, 'base64url').slice(0, KEY_CHARACTERS);
}

/** A title, regardless of how it is written: its letters and digits, or itself if it has none. */
function normalizeWords(title: string): string {
  const words = toNfc(title)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? title.trim() : words;
}

/** Parameters that only tell where a visitor came from. */
const TRACKING =
  /^(?:utm_|mtm_|pk_|mc_|_hs|ga_|at_|hsa_|(?:fbclid|gclid|dclid|msclkid|yclid|igshid|twclid|ref|referrer|source|src|cmp|cmpid|campaign|spm|ncid|sfnsn|amp|feature)$)/i;

/**
 * An address as a site may change it without having another page there: with another scheme, port or `www.`, with or
 * without a slash at its end, parameters of campaigns or a fragment.
 *
 * @returns null for another text than an address
 */
function normalizeAddress(text: string): Address | null {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null) return null;
  const host = url.hostname.replace(/^www\d?\./, '').replace(/\.$/, '');
  const path = decodePath(url.pathname)
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '')
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '');
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&');
  // "#!/post" is the address of a page; another fragment is a place in one
  const fragment = url.hash.startsWith('#!') || url.hash.startsWith('#/') ? url.hash : '';
  const rest = `${path}?${query}${fragment}`;
  const slug =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.(?:html?|php|aspx?)$/i, '')
      .toLowerCase() ?? '';
  return {
    whole: `${host}${rest}`,
    path: rest === '?' ? null : rest,
    slug: query === '' && /\p{L}.*[-_.].*\p{L}/u.test(slug) ? slug : null,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
