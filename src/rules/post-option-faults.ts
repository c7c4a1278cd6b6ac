import type { PostBody } from '../facts/post-body.ts';
import type { PostFault } from './post-fault.ts';
import { optionPath, type PostPart } from './post-part.ts';

/** What a network will say of its options alone, beside a title. @see undescribed.md 6.2 */
export function optionFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  return [subreddit(part), cover(part), collaborators(part)].flatMap((found): readonly PostFault[] => {
    if (found === null) return [];
    const path = optionPath(body, platform, found.member);
    return [{ code: 101, platform, path, message: found.message, effect: 'network' }];
  });
}

interface Found {
  readonly member: string;
  readonly message: string;
}

function subreddit({ platform, options }: PostPart): Found | null {
  if (platform !== 'reddit') return null;
  const { subreddit: name = '' } = options;
  const member = 'subreddit';
  if (typeof name !== 'string' || name.trim() === '') {
    return { member, message: 'must be given: Reddit takes no post without a subreddit' };
  }
  return /^\/?r\//i.test(name.trim()) ? { member, message: 'must be the name alone, without /r/' } : null;
}

/** @see undescribed.md 6.2, pinterestOptions.thumbNail */
function cover({ platform, options, kinds }: PostPart): Found | null {
  if (platform !== 'pinterest' || !kinds?.includes('video')) return null;
  const { thumbNail = '' } = options;
  if (typeof thumbNail === 'string' && thumbNail.trim() !== '') return null;
  return { member: 'thumbNail', message: 'must be given: Pinterest takes no video without a picture for it' };
}

function collaborators({ options, limits, name }: PostPart): Found | null {
  const { collaborators: given } = options;
  const most = limits.collaborators;
  if (most === undefined || !Array.isArray(given) || given.length <= most) return null;
  return {
    member: 'collaborators',
    message: `must name ${most} at most for ${name}, and names ${given.length}`,
  };
}
