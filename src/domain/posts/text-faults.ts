import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { POST_LIMITS } from '../../service/post-limits.ts';
import {
  type CountingRule,
  getCountingRule,
  measureTextLength,
  splitPieces,
  type TextPiece,
} from './measure-text.ts';
import { getOptionPath, type PostFault, type PostPart } from './post-part.ts';

/** Counting stops this many characters beyond the limit. */
const EXCESS_COUNTED = 10_000;

/**
 * Finds problems with the text of a network's part.
 *
 * @see docs/service/errors.md#code-275
 * @see docs/service/limits.md#limits
 * @see docs/service/posts.md#POST-07
 */
export function findTextFaults(part: PostPart): readonly PostFault[] {
  return [...(part.isThread ? findThreadFaults(part) : findLengthFaults(part)), ...findHashtagFaults(part)];
}

/** Options for longer texts have no effect on a thread. @see docs/service/posts.md#POST-14 */
function findThreadFaults({
  platform,
  text,
  textPath,
  options,
  shortenLinks,
}: PostPart): readonly PostFault[] {
  const most = LIMITS.threadPosts;
  const isNumbered = options['threadNumber'] === true;
  if (!hasMorePosts(text, { platform, isNumbered, shortenLinks, than: most })) return [];
  const message = `makes a thread of more than ${most} posts`;
  return [{ code: 275, platform, path: textPath, message, effect: 'network' }];
}

function findLengthFaults(part: PostPart): readonly PostFault[] {
  const { platform, text, textPath } = part;
  const most = getMaxCharacters(part);
  const count = getCountingRule(platform, { shortenLinks: part.shortenLinks });
  // no network counts a UTF-16 code unit as more than two, and the shortest link counts three times its length
  if (text.length * 3 <= most) return [];
  const enough = most + EXCESS_COUNTED;
  const length = measureTextLength(text, count, enough);
  if (length <= most) return [];
  const has = length > enough ? `more than ${formatCount(enough)}` : formatCount(length);
  const message = `must be at most ${formatCount(most)} characters, but has ${has}${suggestThread(part)}`;
  return [{ code: 101, platform, path: textPath, message, effect: 'network' }];
}

/** Returns the maximum text length of a post that is not a thread. */
export function getMaxCharacters({ limits: { text }, options, mediaUrls, kinds }: PostPart): number {
  if (options['longPost'] === true && text.long !== undefined) return text.long;
  if (kinds?.includes('image') && text.withImages !== undefined) return text.withImages;
  return (mediaUrls.length > 0 ? text.withMedia : undefined) ?? text.max;
}

function suggestThread({ limits }: PostPart): string {
  return limits.makesThreads === true ? '; thread: true splits it into several posts' : '';
}

function findHashtagFaults({
  platform,
  text,
  textPath,
  limits: { hashtags },
}: PostPart): readonly PostFault[] {
  const count = hashtags === undefined ? 0 : countHashtags(text);
  if (hashtags === undefined || count <= hashtags) return [];
  const message = `must have at most ${hashtags} hashtags, but has ${formatCount(count)}`;
  return [{ code: 101, platform, path: textPath, message, effect: 'network' }];
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** Finds a missing or too long title. @see docs/service/posts.md#options */
export function findTitleFaults(
  body: PostBody,
  { platform, name, limits, options }: PostPart,
): readonly PostFault[] {
  if (limits.title === undefined) return [];
  const { title = '' } = options;
  const { isRequired, max } = limits.title;
  const about = {
    code: 101,
    platform,
    path: getOptionPath(body, platform, 'title'),
    effect: 'network',
  } as const;
  if (typeof title !== 'string' || title.trim() === '') {
    return isRequired
      ? [{ ...about, message: `is required: ${name} does not accept posts without a title` }]
      : [];
  }
  const length = measureTextLength(title, getCountingRule(platform, { shortenLinks: false }), max);
  return length > max ? [{ ...about, message: `must be at most ${max} characters long` }] : [];
}

/** `#` and a word that is not only digits; not inside a word or a link. */
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;

function countHashtags(text: string): number {
  let count = 0;
  for (const _tag of text.matchAll(HASHTAG)) count += 1;
  return count;
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
