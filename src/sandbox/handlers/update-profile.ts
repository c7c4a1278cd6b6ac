import type { Handler } from './handler.ts';
import { refuseTakenTitle, requireUserProfile } from './profile-checks.ts';

/**
 * Properties for the page on which accounts are linked are accepted, and not shown anywhere.
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
