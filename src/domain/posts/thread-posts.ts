import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { getCountingRule, measureTextLength } from '../text/measure-text.ts';
import { countFittingPieces, generatePieces } from '../text/text-pieces.ts';
import type { PostPart } from './post-part.ts';

/**
 * Splits a network's part into the posts of a thread; one post if it is no thread. The media of the post go with the
 * first one, those of the network's options with the post at their position.
 *
 * @param text of the part, with what the service added to it
 * @see docs/service/posts.md#threads
 */
export function buildThreadPosts(
  part: PostPart,
  text: string,
): readonly { readonly text: string; readonly mediaUrls: readonly string[] }[] {
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

interface ThreadOptions {
  /** The network whose limit applies to each post. */
  platform: Platform;
  /** `threadNumber`: each post ends with its position in the thread. */
  isNumbered: boolean;
  /** Whether links are shortened before splitting (default: no). */
  shortenLinks?: boolean;
}

/**
 * Splits a text as `thread: true` does, in linear time. The rules are ours: every paragraph, separated by an empty
 * line, is a post. One that is too long is cut after a sentence, or else after a word, if that fills at least half of
 * a post; otherwise where the post is full. Links, hashtags, mentions and graphemes are never cut. With
 * `threadNumber`, each of several posts ends with its position, such as ` (2/5)`.
 *
 * @see docs/service/posts.md#options, #POST-07
 */
export function splitThread(text: string, wanted: ThreadOptions): readonly string[] {
  const posts = [...generateThreadPosts(text, wanted)];
  if (!wanted.isNumbered || posts.length < 2) return posts;
  return posts.map((post, at) => `${post}${formatPosition(at + 1, posts.length)}`);
}

/** Whether a text makes more than a number of posts; stops as soon as that is known. */
export function hasMorePosts(text: string, { than, ...wanted }: ThreadOptions & { than: number }): boolean {
  const posts = generateThreadPosts(text, wanted);
  for (let made = 0; made <= than; made += 1) {
    if (posts.next().done === true) return false;
  }
  return true;
}

/** Whether a network's part makes a thread of too many posts, which is refused. Such a text is not split any further. */
export function hasTooManyPosts({ platform, text, options, shortenLinks, isThread }: PostPart): boolean {
  const isNumbered = options['threadNumber'] === true;
  return isThread && hasMorePosts(text, { platform, isNumbered, shortenLinks, than: LIMITS.threadPosts });
}

function formatPosition(at: number, count: number): string {
  return ` (${at}/${count})`;
}

/**
 * Finds a link, hashtag or mention that fits into no post of a thread. Such a text cannot be split.
 *
 * @returns it; null if everything fits
 */
export function findUnfittingPiece(text: string, wanted: ThreadOptions): string | null {
  const measureUsage = createThreadUsage(wanted);
  return (
    generateThreadPosts(text, wanted)
      .take(LIMITS.threadPosts)
      .find((post) => measureUsage(post) > 1) ?? null
  );
}

/** Measures how much of a post a text takes, with its position where it has one. */
function createThreadUsage({
  platform,
  isNumbered,
  shortenLinks = false,
}: ThreadOptions): (text: string) => number {
  const measureUsage = createPostUsage(platform, { shortenLinks });
  const longest = isNumbered ? formatPosition(LIMITS.threadPosts, LIMITS.threadPosts) : '';
  return (text) => measureUsage(text + longest);
}

function* generateThreadPosts(text: string, wanted: ThreadOptions): Generator<string, void> {
  const measureUsage = createThreadUsage(wanted);
  for (const paragraph of splitParagraphs(text)) yield* cutParagraph(paragraph, measureUsage);
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

/** Number of pieces that are split off a paragraph at once: more than usual posts have. */
const PIECES_READ = 1_024;

/**
 * Cuts a paragraph into posts: after a sentence, or else after a word, if that fills at least half of a post;
 * otherwise where the post is full. Reads no more of it than the posts that are asked for need.
 */
function* cutParagraph(paragraph: string, measureUsage: (text: string) => number): Generator<string, void> {
  const unread = generatePieces(paragraph);
  const pieces: string[] = []; // in no post yet
  const readMore = () => {
    const before = pieces.length;
    const enough = before + Math.max(before, PIECES_READ);
    for (let next = unread.next(); next.done !== true; next = unread.next()) {
      if (pieces.push(next.value) === enough) break;
    }
    return pieces.length > before;
  };
  const countFitting = () => countFittingPieces(pieces, 0, (text) => measureUsage(text.trimEnd()) <= 1);
  for (;;) {
    const from = pieces.findIndex((piece) => !isBlank(piece));
    pieces.splice(0, from === -1 ? pieces.length : from);
    if (pieces.length === 0) {
      if (readMore()) continue;
      return;
    }
    let fitting = countFitting();
    while (fitting === pieces.length && readMore()) fitting = countFitting();
    // a piece that does not fit by itself is a post, which is refused: it is not cut
    const full = Math.max(fitting, 1);
    const cut = full < pieces.length ? findCut(pieces, { full, measureUsage }) : full;
    yield pieces.splice(0, cut).join('').trimEnd();
  }
}

/** Returns where a post ends that begins with the first piece. @param full the first piece that does not fit */
function findCut(
  pieces: readonly string[],
  {
    full,
    measureUsage,
  }: {
    full: number;
    measureUsage: (text: string) => number;
  },
): number {
  const least = countFittingPieces(pieces.slice(0, full), 0, (text) => measureUsage(text) < 0.5);
  const isBlankAt = (at: number) => isBlank(pieces[at] ?? '');
  let word = isBlankAt(full) ? full : null;
  for (let at = full - 1; at >= least; at -= 1) {
    if (isSentenceEnd(pieces[at] ?? '', pieces[at + 1] ?? '')) return at + 1;
    if (word === null && isBlankAt(at) && at > 0) word = at;
  }
  return word ?? full;
}

function isSentenceEnd(piece: string, next: string): boolean {
  return /[。！？]$/u.test(piece) || (/[.!?…]$/u.test(piece) && isBlank(next));
}

function isBlank(piece: string): boolean {
  return piece.trim() === '';
}

/**
 * Returns a function that measures how much of one post of a thread a text takes, as the network counts: 1 is a full
 * post, more than 1 does not fit.
 */
function createPostUsage(
  platform: Platform,
  { shortenLinks }: { shortenLinks: boolean },
): (text: string) => number {
  const { max } = PLATFORMS[platform].post.text;
  const count = getCountingRule(platform, { shortenLinks });
  return (text) => measureTextLength(text, count, max) / max;
}
