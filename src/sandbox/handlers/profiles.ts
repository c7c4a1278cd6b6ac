import { createProfileAlias } from '../../domain/text/names.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { AccountChange } from '../../service/control/control.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Engine } from '../engine/engine.ts';
import { enqueueEvent } from '../engine/events.ts';
import { generateProfileKey, generateRefId } from '../generate-ids.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { checkAccount } from '../networks/check-account.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import { deleteProfileFeeds } from '../store/feeds.ts';
import { changeLinkPageTexts, type LinkPageTexts } from '../store/link-sessions.ts';
import {
  changeProfile,
  findKnownAccount,
  findProfileByKey,
  findProfileByTitle,
  insertProfile,
  type KnownAccount,
  listAllProfiles,
  listLinkedAccounts,
  listUserProfiles,
  removeProfile,
  saveAccount,
  type UserProfile,
} from '../store/profiles.ts';
import type { Handler } from './handler.ts';

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
    const taken = listAllProfiles(store).map(({ alias }) => alias);
    insertProfile(store, { alias: createProfileAlias(title, taken), title, refId, profileKey, created: now });
    const added = findProfileByKey(store, profileKey);
    if (added !== undefined) changeLinkPageTexts(store, added.id, pickPageTexts(body));
  });
  return { status: 'success', title, refId, profileKey, messagingActive };
};

/** What a profile says about the page on which its accounts are linked. */
function pickPageTexts({ disableSocial, hideTopHeader, topHeader, subHeader, hideTitle }: LinkPageTexts) {
  return { disableSocial, hideTopHeader, topHeader, subHeader, hideTitle };
}

/** @see docs/service/profiles.md#user */
export const updateProfile: Handler<'updateProfile'> = ({ body }, { store }) =>
  store.transaction(() => {
    const profile = requireUserProfile(store, { profileKey: body.profileKey });
    const { title = profile.title, displayTitle = profile.displayTitle } = body;
    if (title !== profile.title) refuseTakenTitle(store, title);
    changeProfile(store, profile.id, { title, displayTitle });
    changeLinkPageTexts(store, profile.id, pickPageTexts(body));
    return { status: 'success', refId: profile.refId };
  });

/**
 * Lists the User Profiles, never with their keys; the list is always up to date.
 *
 * @see docs/service/profiles.md#user
 */
export const listProfiles: Handler<'listProfiles'> = ({ query }, { store, now }) => {
  const limit = query.limit ?? LIMITS.profilesLimit.max;
  const after = query.cursor === undefined ? 0 : readPlace(query.cursor);
  const found = listUserProfiles(store)
    .map((profile) => ({
      profile,
      networks: listLinkedAccounts(store, profile.id).map(({ platform }) => platform),
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
    deleteProfileFeeds(store, id);
    removeProfile(store, id, now);
    return { status: 'success', refId };
  });

/** @throws ServiceFailure 146 when a profile, including the Primary Profile, has this title */
function refuseTakenTitle(store: Database, title: string): void {
  if (findProfileByTitle(store, title) === undefined) return;
  throw new ServiceFailure(146, { details: 'title: another profile of this account has it' });
}

/**
 * Finds the User Profile of a request; a key and a title must belong to the same profile.
 *
 * @throws ServiceFailure 1404 when there is none, and for the Primary Profile, which is not a User Profile
 */
export function requireUserProfile(
  store: Database,
  { profileKey, title }: { profileKey?: string | undefined; title?: string | undefined },
): UserProfile {
  const found = listUserProfiles(store).find(
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

/**
 * Unlinks an account on behalf of the user, and enqueues the event.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/profiles.md#user
 */
export const unlinkAccount: Handler<'unlinkAccount'> = ({ body: { platform, profileKey } }, context) => {
  const { store, now: at } = context;
  return store.transaction(() => {
    const profile = profileKey === undefined ? context.profile : requireUserProfile(store, { profileKey });
    const account = findKnownAccount(store, profile.id, platform);
    if (account?.linked !== true) throw new ServiceFailure(156, { platform });
    saveAccount(store, { ...account, linked: false });
    const event = buildSocialEvent({ type: 'unlink', reason: null }, account);
    enqueueEvent(context, { profile: profile.id, action: 'social', key: null, event, at });
    return { status: 'success', platform, refId: profile.refId };
  });
};

/** A change of an account, with its state before and after. */
interface AccountTransition {
  /** Undefined when there was none. */
  before: KnownAccount | undefined;
  after: KnownAccount;
  change: AccountChange;
}

/**
 * Enqueues the events of an account that was linked, unlinked, or has to be linked again. The caller holds the
 * transaction.
 *
 * @see docs/service/webhooks.md#HOOK-25
 */
export function enqueueLinkChanges(engine: Engine, { before, after, change }: AccountTransition): void {
  const { profile } = after;
  const at = engine.now();
  for (const each of listLinkChanges({ before, after, change }, at)) {
    enqueueEvent(engine, { profile, action: 'social', key: null, event: buildSocialEvent(each, after), at });
  }
}

/** An assumption: the deadline to link a refused account again is now, because nothing works until then. */
function listLinkChanges({ before, after, change }: AccountTransition, at: number): readonly LinkChange[] {
  const wasLinked = before?.linked === true;
  if (wasLinked && !after.linked) return [{ type: 'unlink', reason: findUnlinkCause(after, change) }];
  if (!after.linked) return [];
  const isRefused = after.token !== 'ok' && (before === undefined || before.token === 'ok');
  return [
    ...(wasLinked ? [] : [{ type: 'link' } as const]),
    ...(isRefused ? [{ type: 'refresh', refreshBy: formatIsoSeconds(at) } as const] : []),
  ];
}

/**
 * An assumption: the system unlinks the account when the same change revokes its authorization; otherwise the user
 * does.
 */
function findUnlinkCause(account: KnownAccount, { token = 'ok', platform }: AccountChange) {
  return token === 'ok' ? null : checkAccount({ platform, account, xPair: 'own' });
}

type LinkChange =
  | { type: 'link' }
  /** The reason is why the network no longer accepts the account. */
  | { type: 'unlink'; reason: { code: number; message: string } | null }
  | { type: 'refresh'; refreshBy: string };

/**
 * Builds the fields of a `social` event. The source is `system` for an unlink after a rejection by the network and
 * for a refresh reminder, otherwise `user`.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function buildSocialEvent(
  change: LinkChange,
  { platform, displayName }: { platform: string; displayName: string },
) {
  const fields = (source: 'user' | 'system') => ({ type: change.type, platform, displayName, source });
  switch (change.type) {
    case 'link':
      return fields('user');
    case 'unlink': {
      const { reason } = change;
      if (reason === null) return fields('user');
      return {
        ...fields('system'),
        details: { status: 'error', code: reason.code, message: reason.message },
      };
    }
    case 'refresh':
      return { ...fields('system'), refreshBy: change.refreshBy };
  }
}
