import { findHostEnd, LATIN, mayBeginAt } from './host-names.ts';
import { hasValidLabels } from './label-lengths.ts';

/** Whose rule decides where an address ends: that of X, which has published it, or ours for every other purpose. */
export interface AddressRule {
  /** Whether a first letter of a text that is not ASCII is no part of a name. */
  skipsFirst: boolean;
  /** Finds the end of an address whose scheme begins at `start`; null if it is none. @param host behind the scheme */
  findUrlEnd(text: string, start: number, host: number): AddressEnd | null;
  /** Finds the end of port, path and query behind a host name. */
  findNameEnd(text: string, host: { start: number; end: number }): AddressEnd;
}

interface AddressEnd {
  /** -1 if it is too long to be a link. */
  end: number;
  /** No other link begins before it: of a name without a path, X drops the query, but links nothing in it. */
  next: number;
}

const PORT = /:\d+/y;
const X_PATH = new RegExp(String.raw`[a-z\u0400-\u04FF0-9!*';:=+,.$/%#[\]\-\u2013_~@|&${LATIN}]*`, 'iy');
const X_PATH_LAST = new RegExp(String.raw`[+\-a-z\u0400-\u04FF0-9=_#/${LATIN}]`, 'i');
const X_QUERY = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/iy;
const X_QUERY_LAST = /[a-z0-9\-_&=#/]/i;
const X_SHORT_LINK =
  /https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/iy;
const MAX_SHORT_SLUG = 40;
const MAX_X_URL = 4_096;
const X_SCHEME = 'https://'.length;

/** The rule of X, as its library twitter-text has it. @see https://docs.x.com/fundamentals/counting-characters */
export const X_ADDRESSES: AddressRule = {
  skipsFirst: true,
  findUrlEnd(text, start, host) {
    if (!mayBeginAt(text, start)) return null;
    const hostEnd = findHostEnd(text, host, { isDocumentation: true });
    if (hostEnd === -1) return null;
    const { end: next } = findXPathEnd(text, hostEnd);
    const isTooLong = next - start > MAX_X_URL || !hasValidLabels(text.slice(host, hostEnd));
    return { end: isTooLong ? -1 : findXShortLinkEnd(text, start, next), next };
  },
  findNameEnd(text, { start, end: hostEnd }) {
    const { end, hasPath } = findXPathEnd(text, hostEnd);
    return { end: hasPath && X_SCHEME + end - start <= MAX_X_URL ? end : hostEnd, next: end };
  },
};

/** Of t.co, only letters and digits belong to a path. */
function findXShortLinkEnd(text: string, start: number, end: number): number {
  X_SHORT_LINK.lastIndex = start;
  const short = X_SHORT_LINK.exec(text);
  if (short === null || X_SHORT_LINK.lastIndex > end) return end;
  return (short[1] ?? '').length > MAX_SHORT_SLUG ? -1 : X_SHORT_LINK.lastIndex;
}

function findXPathEnd(text: string, host: number): { end: number; hasPath: boolean } {
  const port = matchAt(PORT, text, host);
  const hasPath = text.charAt(port) === '/';
  const path = hasPath ? findXPath(text, port + 1) : port;
  const query = matchAt(X_QUERY, text, path);
  return { end: trimEnd(text, X_QUERY_LAST, { from: path, end: query }), hasPath };
}

/** Brackets belong to a path if they are balanced, with at most one pair inside of another. */
function findXPath(text: string, from: number): number {
  let balanced = from;
  let end = matchAt(X_PATH, text, from);
  while (text.charAt(end) === '(') {
    const closed = skipXBrackets(text, end);
    if (closed === -1) break;
    balanced = closed;
    end = matchAt(X_PATH, text, closed);
  }
  return trimEnd(text, X_PATH_LAST, { from: balanced, end });
}

function skipXBrackets(text: string, open: number): number {
  let end = matchAt(X_PATH, text, open + 1);
  if (text.charAt(end) === '(') {
    const inner = matchAt(X_PATH, text, end + 1);
    if (inner === end + 1 || text.charAt(inner) !== ')') return -1;
    end = matchAt(X_PATH, text, inner + 1);
  }
  return end === open + 1 || text.charAt(end) !== ')' ? -1 : end + 1;
}

/** Returns where a sticky pattern that matches at a place ends; the place itself if it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function trimEnd(text: string, last: RegExp, { from, end }: { from: number; end: number }): number {
  let at = end;
  while (at > from && !last.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/**
 * The rule for every other purpose: short links, threads, hashtags and other networks. Text directly behind an address
 * must never become a part of it, so only letters of alphabets whose words are separated by spaces belong to a path.
 */
export const ADDRESSES: AddressRule = {
  skipsFirst: false,
  findUrlEnd(text, start, host) {
    let end = -1;
    for (const hostEnd of generateHostEnds(text, host)) {
      end = findPathEnd(text, { start, end: hostEnd });
      if (end > hostEnd) break;
    }
    return end === -1 ? null : { end, next: end };
  },
  findNameEnd(text, name) {
    const end = findPathEnd(text, name);
    return { end, next: end };
  },
};

const USER = /[\w.~!$&'()*+,;=:%-]{1,256}@/y;
const IPV6 = /\[[\da-f:.]{2,45}\]/iy;
const HOST = /[\p{L}\p{M}\p{N}_.-]+/uy;
const ALPHABETS = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}`;
/** Forms of their letters in Japanese text, such as Ａ and Ⅲ, and Armenian punctuation: none is part of an address. */
const NOT_IN_ADDRESS = String.raw`\u055A-\u055F\u0589\u058A\u2160-\u2188\uFF00-\uFFEF`;
/** Of a label that begins in one of the alphabets: what is not text of another script behind it. */
const ALPHABETIC = new RegExp(String.raw`[\d_-]*[${ALPHABETS}][\d_${ALPHABETS}\p{M}-]*|[\d_-]+`, 'uy');

/** Finds where a host may end: at the first of these places that a port or a path follows, or else at the last. */
function* generateHostEnds(text: string, from: number): Generator<number, void> {
  const start = matchAt(USER, text, from);
  const literal = matchAt(IPV6, text, start);
  if (literal > start) return yield literal;
  const run = trimEnd(text, /[^._-]/, { from: start, end: matchAt(HOST, text, start) });
  if (run === start) return;
  const label = start + text.slice(start, run).lastIndexOf('.') + 1;
  const alphabetic = matchAt(ALPHABETIC, text, label);
  const isOneScript = alphabetic === label || alphabetic === run;
  if (isOneScript) yield run;
  // what is behind does not decide about it
  const known = findHostEnd(text.slice(0, run), start, { isDocumentation: true });
  if (known !== -1) yield known;
  else if (!isOneScript) yield trimEnd(text, /[^._-]/, { from: start, end: alphabetic });
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** More of them open at once are no part of an address; neither is a longer text between them. */
const MAX_OPEN = 8;
const MAX_BRACKETED = 256;
const PATH_CHARACTERS = new RegExp(
  // ** is Markdown; an address behind a comma is the next one
  String.raw`(?:(?![${NOT_IN_ADDRESS}])[\w${ALPHABETS}\u0300-\u036F/.~!$&'+=:@%?#-]|\*(?!\*)|[,;|](?!https?://))+`,
  'iuy',
);

/** Returns where port, path, query and fragment of an address end, without trailing punctuation. */
function findPathEnd(text: string, { start, end: host }: { start: number; end: number }) {
  const port = matchAt(PORT, text, host);
  if (!/[/?#]/.test(text.charAt(port))) return port;
  let end = scanPath(text, port);
  if (hasMarkAt(text, end)) {
    // the last character has a mark that is none of an address; without it, a bracket may not be closed
    while (hasMarkAt(text, end)) end -= 1;
    end = scanPath(text.slice(0, end), port);
  }
  return trimAddress(text, { start, host, end });
}

/** What makes one character of itself and what is before it. */
const MARK = /\p{M}|\p{Emoji_Modifier}|[\u200C\u200D]|[\u{E0020}-\u{E007F}]/uy;
const hasMarkAt = (text: string, at: number) => matchAt(MARK, text, at) > at;

/** A closing bracket belongs to an address if its opening one does; an opening one without the other does not. */
function scanPath(text: string, from: number): number {
  const open: { at: number; closing: string }[] = [];
  let end = matchAt(PATH_CHARACTERS, text, from);
  for (;;) {
    const bracket = text.charAt(end);
    const closing = CLOSING[bracket];
    const isTooFar = end - (open[0]?.at ?? end) > MAX_BRACKETED || open.length > MAX_OPEN;
    if (isTooFar || (closing === undefined && open.at(-1)?.closing !== bracket)) return open[0]?.at ?? end;
    if (closing === undefined) open.pop();
    else open.push({ at: end, closing });
    end = matchAt(PATH_CHARACTERS, text, end + 1);
  }
}

const PUNCTUATION = /[.,;:!?'*|]/;
/** A suffix of a name, such as the genitive or the Turkish cases: `https://ex.com/a'da`. */
const SUFFIX = /'\p{L}{1,6}$/u;
const SUFFIX_UNITS = 7;
function trimAddress(
  text: string,
  { start, host, end }: { start: number; host: number; end: number },
): number {
  const before = text.charAt(start - 1);
  const emphasis = before === '_' || before === '~' ? before : '*';
  let last = end;
  const trim = () => {
    while (last > host && (PUNCTUATION.test(text.charAt(last - 1)) || text.charAt(last - 1) === emphasis))
      last -= 1;
  };
  trim();
  const suffix = SUFFIX.exec(text.slice(Math.max(host, last - SUFFIX_UNITS), last));
  if (suffix !== null) last -= suffix[0].length;
  trim();
  return last;
}
