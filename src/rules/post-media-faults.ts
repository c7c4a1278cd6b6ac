import { mediaKindFaults } from './media-kind-faults.ts';
import type { PostFault } from './post-fault.ts';
import { mostMedia, type PostPart } from './post-part.ts';

/**
 * What a network will say of its media, unseen: none where it needs some, too many, or not of its kinds. A thread has
 * media for each of its posts, which are not counted.
 *
 * @see undescribed.md 9, code 139
 */
export function mediaFaults(part: PostPart): readonly PostFault[] {
  if (part.mediaUrls.length === 0) return part.limits.media.isRequired ? [missing(part)] : [];
  if (part.isThread) return [];
  return part.kinds === null ? [tooMany(part)] : mediaKindFaults(part, part.kinds);
}

function missing({ platform, name, mediaPath, limits: { media } }: PostPart): PostFault {
  const message = `must be given: ${name} takes no post without ${media.images === 0 ? 'a video' : 'media'}`;
  return { code: 139, platform, path: mediaPath, message, effect: 'network' };
}

function tooMany({ platform, name, mediaPath, limits, mediaUrls }: PostPart): PostFault {
  const message = `must hold ${mostMedia(limits)} at most for ${name}, and holds ${mediaUrls.length}`;
  return { code: 101, platform, path: mediaPath, message, effect: 'network' };
}
