import type { Handler } from './handler.ts';
import { requireUserProfile } from './profile-checks.ts';

/**
 * Deletes a User Profile. An assumption: its published posts stay on the networks, nothing of it acts any more, no
 * event is sent, and its key becomes unknown.
 *
 * @see docs/service/access.md#access-errors
 * @see docs/service/profiles.md#user
 */
export const deleteProfile: Handler<'deleteProfile'> = ({ body }, { store, now }) =>
  store.transaction(() => {
    const { id, refId } = requireUserProfile(store, body);
    store.profiles.delete(id, now);
    return { status: 'success', refId };
  });
