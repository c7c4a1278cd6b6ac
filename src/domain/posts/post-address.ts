import { PLATFORMS, Platform } from '../../service/platforms.ts';

/** What the address of a page on a network says about a post, or about a comment on it. */
export interface PostAddress {
  /** Null for a host that is none of a network. */
  readonly platform: Platform | null;
  /** What distinguishes the post on its network, which is often its id: `Cx1y2z3`; null if the address has none. */
  readonly key: string | null;
  /** The post's own id on the network, where the address has it. */
  readonly postId: string | null;
  /** The own id of the comment that the address is of; null if it is that of a post. */
  readonly commentId: string | null;
  /** Host and path, the same for all ways to write an address without a key. */
  readonly page: string;
}

const ADDRESS = /^(?:https?:\/\/\S|(?:[a-z\d-]+\.)+[a-z]{2,}\/\S)/i;

/** Whether a text is an address, also one without https://, and no id. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Addresses that only the network can follow to a post. */
const SHORTENED = /^(?:t\.co|fb\.watch|vm\.tiktok\.com|vt\.tiktok\.com|lnkd\.in|pin\.it)$/;

interface FoundPost {
  key?: string | undefined;
  postId?: string | undefined;
  commentId?: string | undefined;
}

/** The parts of an address: its path, decoded, without a slash at its end, and its query. */
interface AddressParts {
  path: string;
  query: URLSearchParams;
}

/** How the addresses of each network name a post; null where that is not known. */
const READERS: Readonly<Record<Platform, ((parts: AddressParts) => FoundPost) | null>> = {
  bluesky({ path }) {
    const { who, key } = match(path, /^\/profile\/(?<who>[^/]+)\/post\/(?<key>\w+)/);
    return { key, postId: who?.startsWith('did:') ? `at://${who}/app.bsky.feed.post/${key}` : undefined };
  },
  facebook: readFacebook,
  gmb: null,
  instagram({ path }) {
    const { key, comment, reply } = match(
      path,
      /^(?:\/[\w.]+)?\/(?:p|reels?|tv)\/(?<key>[\w-]+)(?:\/c\/(?<comment>\d+)(?:\/r\/(?<reply>\d+))?)?/,
    );
    return { key: key ?? match(path, /^\/stories\/[\w.]+\/(?<key>\d+)/)['key'], commentId: reply ?? comment };
  },
  linkedin: readLinkedin,
  pinterest: ({ path }) => readNumber(match(path, /^\/pin\/(?:[^/]*--)?(?<key>\d+)/)['key']),
  reddit({ path }) {
    const { key, comment } = match(
      path,
      /\/comments\/(?:t3_)?(?<key>\w+)(?:\/[^/]*\/(?:t1_)?(?<comment>\w+))?/,
    );
    const short = key ?? match(path, /^\/(?<key>\w+)$/)['key'];
    return {
      key: short,
      postId: short === undefined ? undefined : `t3_${short}`,
      commentId: comment === undefined ? undefined : `t1_${comment}`,
    };
  },
  snapchat: null,
  telegram: null,
  threads: ({ path }) => ({ key: match(path, /^\/(?:@[\w.]+\/post|t)\/(?<key>[\w-]+)/)['key'] }),
  tiktok: ({ path }) =>
    readNumber(match(path, /^\/(?:@[^/]+\/(?:video|photo)|v|embed(?:\/v2)?)\/(?<key>\d+)/)['key']),
  twitter: ({ path }) => readNumber(match(path, /\/status(?:es)?\/(?<key>\d+)/)['key']),
  whatsapp: null,
  youtube({ path, query }) {
    const key =
      match(path, /^\/(?:shorts|live|embed|v)\/(?<key>[\w-]{11})/)['key'] ??
      match(path, /^\/(?<key>[\w-]{11})$/)['key'] ??
      match(query.get('v') ?? '', /^(?<key>[\w-]{11})$/)['key'];
    return { key, postId: key, commentId: query.get('lc') ?? undefined };
  },
};

function match(text: string, pattern: RegExp): Readonly<Record<string, string | undefined>> {
  return pattern.exec(text)?.groups ?? {};
}

const readNumber = (key: string | undefined): FoundPost => ({ key, postId: key });

function readFacebook({ path, query }: AddressParts): FoundPost {
  const page = query.get('id') ?? undefined;
  const key =
    ['story_fbid', 'v', 'fbid'].map((name) => query.get(name)).find((value) => value !== null) ??
    match(path, /^\/(?<key>\d+_\d+)$/)['key'] ??
    match(path, /^\/[^/]+\/(?:posts|videos|photos)\/(?:[^/]+\/)*(?<key>\w+)$/)['key'] ??
    match(path, /^\/(?:reel|groups\/[^/]+\/(?:posts|permalink))\/(?<key>\w+)/)['key'];
  const comment = query.get('reply_comment_id') ?? query.get('comment_id');
  const isNumbered = page !== undefined && /^\d+$/.test(page) && /^\d+$/.test(key ?? '');
  return {
    key,
    postId: isNumbered ? `${page}_${key}` : /^\d+_\d+$/.test(key ?? '') ? key : undefined,
    commentId: comment === null ? undefined : readFacebookComment(comment, key),
  };
}

/** A number of its own, `post_number`, or both in base64: `comment:post_number`. */
function readFacebookComment(text: string, key: string | undefined): string {
  const decoded = match(Buffer.from(text, 'base64').toString(), /^comment:(?<id>\d+_\d+)$/)['id'];
  const post = key?.split('_').at(-1) ?? '';
  return decoded ?? (/^\d+$/.test(text) && /^\d+$/.test(post) ? `${post}_${text}` : text);
}

const LINKEDIN_COMMENT = /^urn:li:(?:fsd_)?comment:\((?:urn:li:)?(?<of>\w+:\d+),(?<id>\d+)\)?$/;

function readLinkedin({ path, query }: AddressParts): FoundPost {
  const { kind, key } = match(path, /(?:urn:li:|-)(?<kind>activity|share|ugcPost)[:-](?<key>\d+)/);
  const urn = query.get('replyUrn') ?? query.get('commentUrn') ?? '';
  const { of, id } = match(urn, LINKEDIN_COMMENT);
  return {
    key,
    postId: key === undefined ? undefined : `urn:li:${kind}:${key}`,
    commentId: id === undefined ? undefined : `urn:li:comment:(urn:li:${of},${id})`,
  };
}

/**
 * Reads the address of a post or a comment: the usual forms of each network, of its mobile pages and its own short
 * links; what else is in the query and the fragment does not matter.
 *
 * @returns null for a text that is no address
 */
export function parsePostAddress(text: string): PostAddress | null {
  const written = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!isAddress(text) || !URL.canParse(written)) return null;
  const { hostname, pathname, searchParams: query } = new URL(written);
  const path = decodePath(pathname).replace(/\/+$/, '');
  const host = hostname.replace(/^(?:www|m|mobile|mbasic|old|new|web|touch|l)\./, '');
  const name = host.split('.').at(/\.com?\.[a-z]{2}$/.test(host) ? -3 : -2) ?? '';
  const platform = SHORTENED.test(host) ? null : findPlatform(name);
  const found = platform === null ? {} : (READERS[platform]?.({ path, query }) ?? {});
  const { key = null, postId = null, commentId = null } = found;
  return { platform, key, postId, commentId, page: host + path };
}

/** @param name of a host, without its ending */
function findPlatform(name: string): Platform | null {
  return Platform.options.find((each) => PLATFORMS[each].hosts.includes(name)) ?? null;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign of its own
  }
}

/** Whether an address is that of a copy of a post: by what distinguishes it there, else by its page. */
export function isAddressOf(
  { platform, key, page }: PostAddress,
  copy: {
    platform?: string | null | undefined;
    id?: string | null | undefined;
    postUrl?: string | null | undefined;
  },
): boolean {
  const own = copy.postUrl == null ? null : parsePostAddress(copy.postUrl);
  if (platform !== null && copy.platform !== platform) return false;
  if (own !== null && own.key !== null) return key === own.key;
  if (own !== null && page === own.page && page.includes('/')) return true;
  return (
    key !== null &&
    copy.id != null &&
    (copy.id === key || (/[_/:]/.test(copy.id.at(-key.length - 1) ?? '') && copy.id.endsWith(key)))
  );
}
