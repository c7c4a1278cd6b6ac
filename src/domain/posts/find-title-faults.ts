import type { PostBody } from '../../service/post-body.ts';
import { getCountingRule, measureTextLength } from './measure-text.ts';
import type { PostFault } from './post-fault.ts';
import { getOptionPath, type PostPart } from './post-part.ts';

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
