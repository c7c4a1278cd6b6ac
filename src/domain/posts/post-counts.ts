import type { PostBody } from '../../service/post-body.ts';
import { type CountedText, countText } from '../text/text-counts.ts';
import { getOptionPath, type PostPart } from './post-part.ts';
import { countByLimits } from './text-faults.ts';
import { buildThreadPosts, hasTooManyPosts } from './thread-posts.ts';

/** The length of one text of a post on a network, beside one limit. */
export interface PostTextCount extends CountedText {
  /** Such as `post.bluesky`, or `youTubeOptions.title`. */
  readonly path: string;
  /** Position in a thread of several posts; null outside of one. */
  readonly part: number | null;
}

/**
 * Counts the text and the title of a network's part, by each limit, the nearest first. A text that makes too many posts
 * of a thread is not split, and has no counts.
 *
 * @see docs/service/limits.md#texts
 */
export function countPostTexts(body: PostBody, part: PostPart): readonly PostTextCount[] {
  const posts = hasTooManyPosts(part) ? [] : buildThreadPosts(part, part.text);
  const texts = posts.flatMap(({ text }, at) =>
    countByLimits(part, text).map((counted) => ({
      path: part.textPath,
      part: posts.length === 1 ? null : at + 1,
      ...counted,
    })),
  );
  const { title } = part.options;
  if (part.limits.title === undefined || typeof title !== 'string') return texts;
  const path = getOptionPath(body, part.platform, 'title');
  return [...texts, { path, part: null, ...countText(title, part.limits.title) }];
}
