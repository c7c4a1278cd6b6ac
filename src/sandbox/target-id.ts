import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import type { Store } from './store/store.ts';

/**
 * The network's id of what a trigger listens to. A trigger may also name a post or story by its Service Post ID, which
 * then stands for its copy on instagram. Anything else stays as it is.
 *
 * @param profile number of the profile whose trigger it is; another one's posts are not looked at
 * @see undescribed.md 2.1
 */
export function targetId(
  target: string,
  { store, profile }: { readonly store: Store; readonly profile: number },
) {
  if (store.posts.of(profile, target) === undefined) return target;
  const copy = store.posts.copies(target).find(({ platform }) => platform === AUTOMATION_PLATFORM);
  return copy?.id ?? target;
}
