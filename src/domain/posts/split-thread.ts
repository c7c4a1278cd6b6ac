import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import { POST_LIMITS } from '../../service/post-limits.ts';
import { cutParagraph } from './cut-paragraph.ts';
import { getCountingRule } from './measure-text.ts';

/** How a text is split. */
export interface ThreadOptions {
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
