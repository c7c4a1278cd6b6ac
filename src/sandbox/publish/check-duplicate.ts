import { findDuplicate } from './find-duplicate.ts';
import type { PublishTarget, TargetRefusal } from './publish-target.ts';

/** @see docs/service/posts.md#duplicates, #POST-06 */
export function checkDuplicate(leg: PublishTarget): TargetRefusal | null {
  const { platform, profile, at, part, compare } = leg;
  const repeated = findDuplicate({ platform, profile, at, text: part.text }, leg.others(), compare);
  if (repeated === null) return null;
  return {
    code: 137,
    message: 'The same or nearly the same text goes to this network at about the same time.',
    post: part.text,
  };
}
