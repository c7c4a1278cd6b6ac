import { SECOND_MS } from '../../facts/durations.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import { profileUrl } from '../networks/profile-url.ts';
import type { Account } from '../store/accounts.ts';
import type { Handler } from './handler.ts';

/** Ours: nobody reads mail there. */
const EMAIL = 'owner@sandbox.example';

/** What the two queries add is not described, so they are taken and add nothing. @see undescribed.md 7 */
export const getUser: Handler<'getUser'> = (_input, { store, profile, usedInMonth }) => {
  const accounts = store.accounts.linked(profile.id);
  return {
    ...(accounts.length > 0 && { activeSocialAccounts: accounts.map(({ platform }) => platform) }),
    displayNames: accounts.map((account) => displayName(account, profile.created)),
    created: momentObject(profile.created),
    email: EMAIL,
    monthlyApiCalls: usedInMonth,
    refId: profile.refId,
    title: profile.title,
  };
};

function displayName({ platform, id, displayName: name, username }: Account, created: number) {
  return {
    platform,
    id,
    displayName: name,
    username,
    profileUrl: profileUrl(platform, username),
    created: isoSeconds(created),
  };
}

/** @see undescribed.md 1.1, timestamp as an object */
function momentObject(ms: number) {
  return { _seconds: Math.floor(ms / SECOND_MS), _nanoseconds: 0, utc: isoSeconds(ms) };
}
