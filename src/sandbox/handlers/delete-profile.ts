import type { Handler } from './handler.ts';
import { requireUserProfile } from './profile-checks.ts';

/**
 * Deletes a User Profile. Ours: what it had published stays at the networks, nothing of it acts any more, nobody is told,
 * and its key is unknown from then on.
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
