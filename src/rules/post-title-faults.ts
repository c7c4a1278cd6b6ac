import type { PostBody } from '../facts/post-body.ts';
import type { PostFault } from './post-fault.ts';
import { getOptionPath, type PostPart } from './post-part.ts';
import { getCountingRule, measureTextLength } from './text-length.ts';

/**
 * A title that a network needs and does not get, or that is too long for it.
 *
 * @see docs/service/posts.md#options
 */
export function findTitleFaults(
  body: PostBody,
  { platform, name, limits, options }: PostPart,
): readonly PostFault[] {
  if (limits.title === undefined) return [];
  const { title = '' } = options;
  const { isRequired, most } = limits.title;
  const about = {
    code: 101,
    platform,
    path: getOptionPath(body, platform, 'title'),
    effect: 'network',
  } as const;
  if (typeof title !== 'string' || title.trim() === '') {
    return isRequired ? [{ ...about, message: `must be given: ${name} takes no post without a title` }] : [];
  }
  const length = measureTextLength(title, getCountingRule(platform, { shortenLinks: false }), most);
  return length > most ? [{ ...about, message: `must be ${most} characters long at most` }] : [];
}
