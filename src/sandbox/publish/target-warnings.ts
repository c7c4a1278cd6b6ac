import type { PostFault } from '../../domain/posts/post-fault.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import { checkThumbnail } from './check-thumbnail.ts';
import { formatPostFault } from './format-post-fault.ts';
import type { PublishTarget } from './publish-target.ts';

/** Warnings about a network's part, which is published anyway; one per feature. */
export function listTargetWarnings(leg: PublishTarget): readonly CopyWarning[] {
  const offline = leg.faults.filter(({ effect }) => effect === 'warning').map(toCopyWarning);
  const thumbnail = checkThumbnail(leg);
  if (thumbnail === null || offline.some(({ code }) => code === thumbnail.code)) return offline;
  return [...offline, thumbnail];
}

/** A fault that does not prevent publishing, as responses show it. */
export function toCopyWarning(fault: PostFault): CopyWarning {
  const { code, feature } = fault;
  return { ...(feature !== undefined && { feature }), code, message: formatPostFault(fault) };
}
