import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { buildPortraitUrl } from '../networks/network-comment.ts';
import { listLinkedAccounts, type NetworkAccount } from '../store/profiles.ts';
import type { Handler } from './handler.ts';
import { requireUsableAccount } from './network-legs.ts';

/** An assumption: this address does not exist. */
const EMAIL = 'owner@sandbox.example';

/**
 * What the two query parameters add is not documented, so that they are accepted and add nothing.
 *
 * @see docs/service/profiles.md#user
 */
export const getUser: Handler<'getUser'> = (_input, { store, profile, usedInMonth }) => {
  const accounts = listLinkedAccounts(store, profile.id);
  return {
    ...(accounts.length > 0 && { activeSocialAccounts: accounts.map(({ platform }) => platform) }),
    displayNames: accounts.map((account) => toDisplayName(account, profile.created)),
    created: toTimestampObject(profile.created),
    email: EMAIL,
    monthlyApiCalls: usedInMonth,
    refId: profile.refId,
    title: profile.title,
  };
};

/** @see docs/service/profiles.md#user */
export const getUserDetails: Handler<'getUserDetails'> = ({ query: { platform } }, context) => {
  requireUsableAccount(platform, context);
  return { status: 'success', platform, ...PLATFORMS[platform].lists };
};

function toDisplayName(account: NetworkAccount, created: number) {
  const { platform, id, displayName: name, username, token } = account;
  const { linkDays: refreshDays } = PLATFORMS[platform];
  return {
    platform,
    id,
    displayName: name,
    username,
    profileUrl: buildProfileUrl(platform, username),
    userImage: buildPortraitUrl({ platform }, { handle: username }),
    created: formatIsoSeconds(created),
    description: `${name} on ${PLATFORMS[platform].name}`,
    ...(PLATFORMS[platform].messages && { messagingActive: account.messaging === 'on' }),
    ...(hasPage(account) && { pageName: name }),
    userId: id,
    ...(refreshDays !== undefined && { refreshDaysRemaining: token === 'ok' ? refreshDays : 0 }),
  };
}

/** Accounts of some networks are pages; Instagram may be linked through one. */
function hasPage({ platform, login, page }: NetworkAccount): boolean {
  return PLATFORMS[platform].linksPages === true || (login === 'page' && page === 'selected');
}

/** @see docs/service/general.md#timestamp-formats */
function toTimestampObject(ms: number) {
  return { _seconds: Math.floor(ms / SECOND_MS), _nanoseconds: 0, utc: formatIsoSeconds(ms) };
}

/** URL of an account on its network; not served. */
function buildProfileUrl(platform: Platform, username: string): string {
  return `https://${platform}.example/${encodeURIComponent(username)}`;
}
