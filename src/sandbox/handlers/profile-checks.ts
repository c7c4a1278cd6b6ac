import { ServiceFailure } from '../service-failure.ts';
import type { UserProfile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';

/** @throws ServiceFailure 146 when a profile, also the Primary one, is called so */
export function refuseTakenTitle({ profiles }: Store, title: string): void {
  if (profiles.findByTitle(title) === undefined) return;
  throw new ServiceFailure(146, { details: 'title: another profile of this account has it' });
}

/** What a request calls a profile by. */
interface ProfileSelector {
  readonly profileKey?: string | undefined;
  readonly title?: string | undefined;
}

/**
 * The User Profile that a request names; where it gives key and title, it is the one that both are of.
 *
 * @throws ServiceFailure 1404 when there is none, as of the Primary Profile, which is no User Profile
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
