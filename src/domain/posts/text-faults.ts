import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import { getCountingRule, measureTextLength } from '../text/measure-text.ts';
import { truncateToCodePoints } from '../text/unicode.ts';
import { getOptionPath, type PostFault, type PostPart } from './post-part.ts';
import { findUnfittingPiece, hasMorePosts } from './thread-posts.ts';

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
  const thread = { platform, isNumbered: options['threadNumber'] === true, shortenLinks };
  const about = { platform, path: textPath, effect: 'network' } as const;
  const unfitting = findUnfittingPiece(text, thread);
  if (unfitting !== null) {
    const piece = truncateToCodePoints(unfitting, SHOWN_CHARACTERS);
    const shown = piece === unfitting ? piece : `${piece}…`;
    const message = `has a link or word that fits into no post of a thread, and that is not cut: "${shown}"`;
    return [{ ...about, code: 101, message }];
  }
  if (!hasMorePosts(text, { ...thread, than: most })) return [];
  return [{ ...about, code: 275, message: `makes a thread of more than ${most} posts` }];
}

/** Of a piece that does not fit: enough to find it in the text. */
const SHOWN_CHARACTERS = 60;

function findLengthFaults(part: PostPart): readonly PostFault[] {
  const { platform, text, textPath } = part;
  const most = getMaxCharacters(part);
  const count = getCountingRule(platform, { shortenLinks: part.shortenLinks });
  // the shortest link, a name of four, counts almost six times its length, and nothing counts more
  if (text.length * 6 <= most) return [];
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
