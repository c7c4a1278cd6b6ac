import { findMediaKindFaults } from './find-media-kind-faults.ts';
import type { PostFault } from './post-fault.ts';
import { countMaxMedia, type PostPart } from './post-part.ts';

/**
 * Finds problems with the media of a network's part: missing, too many, or unsupported kinds. Media of a thread
 * belong to its single posts and are not counted.
 *
 * @see docs/service/errors.md#code-139
 */
export function findMediaFaults(part: PostPart): readonly PostFault[] {
  if (part.mediaUrls.length === 0) return part.limits.media.isRequired ? [reportMissingMedia(part)] : [];
  if (part.isThread) return [];
  return part.kinds === null ? [reportTooManyMedia(part)] : findMediaKindFaults(part, part.kinds);
}

function reportMissingMedia({ platform, name, mediaPath, limits: { media } }: PostPart): PostFault {
  const message = `is required: ${name} does not accept posts without ${media.images === 0 ? 'a video' : 'media'}`;
  return { code: 139, platform, path: mediaPath, message, effect: 'network' };
}

function reportTooManyMedia({ platform, name, mediaPath, limits, mediaUrls }: PostPart): PostFault {
  const message = `must have at most ${countMaxMedia(limits)} entries for ${name}, but has ${mediaUrls.length}`;
  return { code: 101, platform, path: mediaPath, message, effect: 'network' };
}
