import type { Handler } from './handler.ts';
import { refuseTakenTitle, requireUserProfile } from './profile-checks.ts';

/**
 * What is for the page on which accounts are linked is taken, and shows nowhere.
 *
 * @see docs/service/profiles.md#user
 */
export const updateProfile: Handler<'updateProfile'> = ({ body }, { store }) =>
  store.transaction(() => {
    const profile = requireUserProfile(store, { profileKey: body.profileKey });
    const { title = profile.title, displayTitle = profile.displayTitle } = body;
    if (title !== profile.title) refuseTakenTitle(store, title);
    store.profiles.change(profile.id, { title, displayTitle });
    return { status: 'success', refId: profile.refId };
  });
