import { createProfileAlias } from '../../domain/text/create-profile-alias.ts';
import { generateProfileKey, generateRefId } from '../generate-keys.ts';
import type { Handler } from './handler.ts';
import { refuseTakenTitle } from './profile-checks.ts';

/**
 * Creates a User Profile and returns its key, only this once. It begins without accounts. The sandbox's local name
 * for it is derived from its title.
 *
 * @see docs/service/profiles.md#user
 * @see docs/service/access.md#AUTH-12
 */
export const createProfile: Handler<'createProfile'> = ({ body }, { store, random, now }) => {
  const { title, messagingActive = false } = body;
  const refId = generateRefId(random);
  const profileKey = generateProfileKey(random);
  store.transaction(() => {
    refuseTakenTitle(store, title);
    const taken = store.profiles.all().map(({ alias }) => alias);
    store.profiles.add({ alias: createProfileAlias(title, taken), title, refId, profileKey, created: now });
  });
  return { status: 'success', title, refId, profileKey, messagingActive };
};
