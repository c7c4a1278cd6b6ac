import type { PostFault } from '../../rules/post-fault.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import { faultWords } from './fault-words.ts';
import type { Leg } from './leg.ts';
import { thumbnailWarning } from './youtube-thumbnail.ts';

/** What is to be known of a network's part, which is published all the same; of one feature the first. */
export function legWarnings(leg: Leg): readonly CopyWarning[] {
  const offline = leg.faults.filter(({ effect }) => effect === 'warning').map(faultWarning);
  const thumbnail = thumbnailWarning(leg);
  if (thumbnail === null || offline.some(({ code }) => code === thumbnail.code)) return offline;
  return [...offline, thumbnail];
}

/** A fault that does not keep a post from being published, as answers tell of it. */
export function faultWarning(fault: PostFault): CopyWarning {
  const { code, feature } = fault;
  return { ...(feature !== undefined && { feature }), code, message: faultWords(fault) };
}
