import type { PostBody } from '../../service/post-body.ts';
import type { PostFault } from './post-fault.ts';
import { getOptionPath, type PostPart } from './post-part.ts';

/** Finds options that a network would reject, except for the title. @see docs/service/posts.md#options */
export function findOptionFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  return [checkSubreddit(part), checkCover(part), checkCollaborators(part)].flatMap(
    (found): readonly PostFault[] => {
      if (found === null) return [];
      const path = getOptionPath(body, platform, found.member);
      return [{ code: 101, platform, path, message: found.message, effect: 'network' }];
    },
  );
}

interface OptionFault {
  readonly member: string;
  readonly message: string;
}

function checkSubreddit({ platform, options }: PostPart): OptionFault | null {
  if (platform !== 'reddit') return null;
  const { subreddit: name = '' } = options;
  const member = 'subreddit';
  if (typeof name !== 'string' || name.trim() === '') {
    return { member, message: 'is required: Reddit does not accept posts without a subreddit' };
  }
  return /^\/?r\//i.test(name.trim()) ? { member, message: 'must be only the name, without /r/' } : null;
}

/** @see docs/service/posts.md#options */
function checkCover({ platform, options, kinds }: PostPart): OptionFault | null {
  if (platform !== 'pinterest' || !kinds?.includes('video')) return null;
  const { thumbNail = '' } = options;
  if (typeof thumbNail === 'string' && thumbNail.trim() !== '') return null;
  return {
    member: 'thumbNail',
    message: 'is required: Pinterest does not accept videos without a cover image',
  };
}

function checkCollaborators({ options, limits, name }: PostPart): OptionFault | null {
  const { collaborators: given } = options;
  const most = limits.collaborators;
  if (most === undefined || !Array.isArray(given) || given.length <= most) return null;
  return {
    member: 'collaborators',
    message: `must have at most ${most} entries for ${name}, but has ${given.length}`,
  };
}
