import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import { POST_LIMITS } from '../../service/post-limits.ts';
import { type CountingRule, getCountingRule, splitPieces, type TextPiece } from '../text/measure-text.ts';
import type { PostPart } from './post-part.ts';

/** One post of a thread. */
export interface ThreadPost {
  readonly text: string;
  readonly mediaUrls: readonly string[];
}

/**
 * Splits a network's part into the posts of a thread; one post if it is no thread. The media of the post go with the
 * first one, those of the network's options with the post at their position.
 *
 * @param text of the part, with what the service added to it
 * @see docs/service/posts.md#threads
 */
export function buildThreadPosts(part: PostPart, text: string): readonly ThreadPost[] {
  const { platform, mediaUrls, shortenLinks, options, isThread } = part;
  if (!isThread) return [{ text, mediaUrls }];
  const isNumbered = options['threadNumber'] === true;
  const texts = splitThread(text, { platform, isNumbered, shortenLinks });
  const media = listThreadMedia(part);
  return (texts.length === 0 ? [text] : texts).map((each, at) => ({
    text: each,
    mediaUrls: media[at] ?? [],
  }));
}

/**
 * Lists the media of each post of a thread, in order. An entry of the options is an address, several addresses, or null
 * for none.
 */
export function listThreadMedia({
  mediaUrls,
  options,
}: Pick<PostPart, 'mediaUrls' | 'options'>): readonly (readonly string[])[] {
  const own: unknown = options['mediaUrls'];
  const [first = [], ...others] = Array.isArray(own) ? own.map(listAddresses) : [];
  return [[...mediaUrls, ...first], ...others];
}

function listAddresses(entry: unknown): readonly string[] {
  return [entry].flat().filter((url) => typeof url === 'string');
}

/** How a text is split. */
interface ThreadOptions {
  /** The network whose limit applies to each post. */
  readonly platform: Platform;
  /** `threadNumber`: each post ends with its position in the thread. */
  readonly isNumbered: boolean;
  /** Whether links are shortened before splitting (default: no). */
  readonly shortenLinks?: boolean;
}

/**
 * Splits a text as `thread: true` does, in linear time. The rules are ours: every paragraph, separated by an empty
 * line, is a post. One that is too long is cut after a sentence, or else after a word, if that fills at least half of
 * a post; otherwise where the post is full. Graphemes are never cut, and on X no links. With `threadNumber`, each of
 * several posts ends with its position, such as ` (2/5)`.
 *
 * @see docs/service/posts.md#options, #POST-07
 */
export function splitThread(text: string, wanted: ThreadOptions): readonly string[] {
  const posts = [...generateThreadPosts(text, wanted)];
  if (!wanted.isNumbered || posts.length < 2) return posts;
  return posts.map((post, at) => `${post}${formatPosition(at + 1, posts.length)}`);
}

/** Whether a text makes more than a number of posts; stops as soon as that is known. */
export function hasMorePosts(
  text: string,
  { than, ...wanted }: ThreadOptions & { readonly than: number },
): boolean {
  const posts = generateThreadPosts(text, wanted);
  for (let made = 0; made <= than; made += 1) {
    if (posts.next().done === true) return false;
  }
  return true;
}

function formatPosition(at: number, count: number): string {
  return ` (${at}/${count})`;
}

function* generateThreadPosts(
  text: string,
  { platform, isNumbered, shortenLinks = false }: ThreadOptions,
): Generator<string, void> {
  const room = isNumbered ? formatPosition(LIMITS.threadPosts, LIMITS.threadPosts).length : 0;
  const most = POST_LIMITS[platform].text.max - room;
  const count = getCountingRule(platform, { shortenLinks });
  for (const paragraph of splitParagraphs(text)) yield* cutParagraph(paragraph, { most, count });
}

const BETWEEN_PARAGRAPHS = /\n\s*\n/g;

function* splitParagraphs(text: string): Generator<string> {
  let at = 0;
  for (const { 0: gap, index } of text.matchAll(BETWEEN_PARAGRAPHS)) {
    yield text.slice(at, index);
    at = index + gap.length;
  }
  yield text.slice(at);
}

/** Capacity of a post in a thread. */
interface PostCapacity {
  readonly most: number;
  readonly count: CountingRule;
}

/**
 * Cuts a paragraph into posts: after a sentence, or else after a word, if that fills at least half of a post;
 * otherwise where the post is full.
 */
function* cutParagraph(paragraph: string, { most, count }: PostCapacity): Generator<string, void> {
  let held: TextPiece[] = [];
  let length = 0;
  for (const piece of splitPieces(paragraph, count)) {
    if (length + piece.length > most && held.length > 0) {
      const cut = findCut(held, { most, next: piece });
      yield joinPieces(held.slice(0, cut));
      held = dropLeadingBlanks(held.slice(cut));
      length = sumLengths(held);
    }
    if (held.length === 0 && isBlank(piece)) continue;
    held.push(piece);
    length += piece.length;
  }
  if (held.length > 0) yield joinPieces(held);
}

/** Returns how many pieces of a full post stay in it. @param next the first piece that did not fit */
function findCut(
  pieces: readonly TextPiece[],
  { most, next }: { readonly most: number; readonly next: TextPiece },
): number {
  let length = 0;
  let sentence = 0;
  let word = isBlank(next) ? pieces.length : 0;
  for (const [at, piece] of pieces.entries()) {
    length += piece.length;
    if (length * 2 < most) continue;
    if (isSentenceEnd(piece, pieces[at + 1] ?? next)) sentence = at + 1;
    if (isBlank(piece)) word = Math.max(word, at);
  }
  return sentence || word || pieces.length;
}

function isSentenceEnd({ text }: TextPiece, next: TextPiece): boolean {
  return /[。！？]$/u.test(text) || (/[.!?…]$/u.test(text) && isBlank(next));
}

function isBlank({ text }: TextPiece): boolean {
  return text.trim() === '';
}

function dropLeadingBlanks(pieces: readonly TextPiece[]): TextPiece[] {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  return first === -1 ? [] : pieces.slice(first);
}

function joinPieces(pieces: readonly TextPiece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

function sumLengths(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
