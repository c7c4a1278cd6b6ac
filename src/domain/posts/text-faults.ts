import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import { getCountingRule, measureTextLength } from '../text/measure-text.ts';
import { getOptionPath, type PostFault, type PostPart } from './post-part.ts';
import { hasMorePosts } from './thread-posts.ts';

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
