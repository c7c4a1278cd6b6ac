import { LIMITS } from '../../service/limits.ts';
import { countHashtags } from './count-hashtags.ts';
import { getCountingRule, measureTextLength } from './measure-text.ts';
import type { PostFault } from './post-fault.ts';
import type { PostPart } from './post-part.ts';
import { hasMorePosts } from './split-thread.ts';

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
