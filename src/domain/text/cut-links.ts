import { findLinks } from './links.ts';
import { truncateToCodePoints } from './unicode.ts';

/** Further ones of a text are not named. */
const MOST_NAMED = 3;
/** Of the text behind a link: enough to find it. */
const SHOWN_CHARACTERS = 10;
/** Enough to see how it is written in an address. */
const ENCODED_CHARACTERS = 2;
const MOST_READ = 40;

/**
 * Finds links that probably continue behind their end: they end where a path or a query has another part, and a letter that
 * is no part of an address follows, as in `https://ja.wikipedia.org/wiki/日本`. Networks link only what is before it, and
 * short links lead there.
 *
 * @param by whose rule decides where a link ends
 * @returns one sentence each, which follows the name of the text
 * @see docs/service/posts.md#links
 */
export function findCutLinks(text: string, by: 'any' | 'x' = 'any'): readonly string[] {
  const found = new Set<string>();
  for (const { start, end } of findLinks(text, by)) {
    const rest = text.slice(end, end + MOST_READ);
    if (isCut(text.slice(start, end), rest)) found.add(describeCut(REST.exec(rest)?.[0] ?? ''));
    if (found.size === MOST_NAMED) break;
  }
  return [...found];
}

const REST = /^[?:(']?[\p{L}\p{M}\p{N}]+/u;
const LETTER = /^[\p{L}\p{N}]/u;

function describeCut(rest: string): string {
  const shown = truncateToCodePoints(rest, SHOWN_CHARACTERS);
  const encoded = encodeRest(truncateToCodePoints(rest, ENCODED_CHARACTERS));
  const more = encodeRest(rest) === encoded ? '' : '…';
  const quoted = `"${shown}${shown === rest ? '' : '…'}"`;
  return `has a link that ends before ${quoted}: write that as ${encoded}${more}, or put a space before it`;
}

function encodeRest(rest: string): string {
  return encodeURI(rest).replace("'", '%27');
}

const HAS_PATH = /^(?:https?:\/\/[^/?#]+|[^/?#:]+)[/?#]/i;
const OPEN_END = /[/=_\-#?&%+@]$/;
/** A value of a query that is padded, as Base64 is. */
const PADDED = /=[^=&]+=+$/;
/** Ends of ordinary addresses, too, unless names of pages follow them. */
const USUAL_END = /(?<!\/wiki)[/_-]$/i;
const SUFFIX = /^'\p{L}{1,6}(?![\p{L}'])/u;
/** Punctuation is no part of an address at its end, but may be within a longer one. */
const NAMESPACE = /[/:=]\p{Lu}\p{L}+$/u;

function isCut(link: string, rest: string): boolean {
  if (!HAS_PATH.test(link) || PADDED.test(link)) return false;
  const [mark = ''] = rest;
  const behind = rest.slice(1);
  if (mark === '?') return LETTER.test(behind);
  if (mark === ':') return NAMESPACE.test(link) && LETTER.test(behind);
  // a genitive, or the name of a page such as McDonald's: networks differ
  if (mark === "'") return SUFFIX.test(rest);
  if (mark === '(') return link.endsWith('_') && LETTER.test(behind);
  if (!OPEN_END.test(link) || !LETTER.test(rest)) return false;
  return !isSentence(rest, { isUsualEnd: USUAL_END.test(link) });
}

/** With を no word begins, and those of Korean are followed by a space. */
const PARTICLE = /^(?:を|(?:에서|에|으로|로|를|을|은|는|이|가|와|과|의|도)(?!\p{L}))/u;
const HIRAGANA = /^\p{Script=Hiragana}/u;

/** Whether a sentence probably follows, whose particles are written directly behind names. */
function isSentence(rest: string, { isUsualEnd }: { isUsualEnd: boolean }): boolean {
  return PARTICLE.test(rest) || (isUsualEnd && HIRAGANA.test(rest));
}
