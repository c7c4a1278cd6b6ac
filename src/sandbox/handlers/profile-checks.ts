import { ServiceFailure } from '../http/service-failure.ts';
import type { UserProfile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';

/** @throws ServiceFailure 146 when a profile, including the Primary Profile, has this title */
export function refuseTakenTitle({ profiles }: Store, title: string): void {
  if (profiles.findByTitle(title) === undefined) return;
  throw new ServiceFailure(146, { details: 'title: another profile of this account has it' });
}

/** How a request identifies a profile. */
interface ProfileSelector {
  readonly profileKey?: string | undefined;
  readonly title?: string | undefined;
}

/**
 * Finds the User Profile of a request; a key and a title must belong to the same profile.
 *
 * @throws ServiceFailure 1404 when there is none, and for the Primary Profile, which is not a User Profile
 */
export function requireUserProfile({ profiles }: Store, { profileKey, title }: ProfileSelector): UserProfile {
  const found = profiles
    .users()
    .find(
      (each) =>
        (profileKey === undefined || each.profileKey === profileKey) &&
        (title === undefined || each.title === title),
    );
  if (found !== undefined) return found;
  const by = profileKey === undefined ? 'title' : 'profileKey';
  throw new ServiceFailure(1404, {
    message: 'There is no such User Profile.',
    details: `${by}: no User Profile of this account has it`,
  });
}
