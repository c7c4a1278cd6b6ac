import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { LIMITS } from '../../service/limits.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import type { UserProfile } from '../store/profiles.ts';
import type { Handler } from './handler.ts';

/**
 * Lists the User Profiles, never with their keys; the list is always up to date.
 *
 * @see docs/service/profiles.md#user
 */
export const listProfiles: Handler<'listProfiles'> = ({ query }, { store, now }) => {
  const limit = query.limit ?? LIMITS.profilesLimit.max;
  const after = query.cursor === undefined ? 0 : readPlace(query.cursor);
  const found = store.profiles
    .users()
    .map((profile) => ({
      profile,
      networks: store.accounts.listLinked(profile.id).map(({ platform }) => platform),
    }))
    .filter(({ profile, networks }) => {
      if (query.title !== undefined && profile.title !== query.title) return false;
      if (query.refId !== undefined && profile.refId !== query.refId) return false;
      if (query.profileKeys?.includes(profile.profileKey) === false) return false;
      const named: readonly string[] = networks;
      if (query.includesActiveSocialAccounts?.every((name) => named.includes(name)) === false) return false;
      const wants = query.hasActiveSocialAccounts;
      return profile.id > after && (wants === undefined || networks.length > 0 === wants);
    });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    profiles: page.map(({ profile, networks }) => toProfileEntry(profile, networks)),
    count: page.length,
    lastUpdated: formatIsoSeconds(now),
    nextUpdate: formatIsoSeconds(now),
    pagination: {
      hasMore: last !== undefined,
      nextCursor: last === undefined ? null : writeCursor([last.profile.id]),
      limit,
    },
  };
};

function toProfileEntry({ title, displayTitle, refId, created }: UserProfile, networks: readonly string[]) {
  const createdUTC = formatIsoSeconds(created);
  return {
    title,
    displayTitle: displayTitle ?? title,
    created: createdUTC,
    createdUTC,
    refId,
    activeSocialAccounts: networks,
  };
}

function readPlace(cursor: string): number {
  const [id] = readCursor(cursor, 1) ?? [];
  if (id !== undefined) return id;
  throw createInputFailure('cursor: must be pagination.nextCursor of the previous page');
}
