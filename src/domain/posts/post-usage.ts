import type { Platform } from '../../service/platforms.ts';
import { POST_LIMITS } from '../../service/post-limits.ts';
import { getCountingRule, measureTextLength } from '../text/measure-text.ts';

/**
 * Returns a function that measures how much of one post of a thread a text takes, as the network counts: 1 is a full
 * post, more than 1 does not fit.
 */
export function createPostUsage(
  platform: Platform,
  { shortenLinks }: { readonly shortenLinks: boolean },
): (text: string) => number {
  const { max } = POST_LIMITS[platform].text;
  const count = getCountingRule(platform, { shortenLinks });
  return (text) => measureTextLength(text, count, max) / max;
}
