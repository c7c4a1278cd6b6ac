import type * as z from 'zod';
import { ASSUMED } from '../../service/assumed.ts';
import type {
  AutomationsState,
  LoginKind,
  MessagingState,
  PageState,
  PermissionState,
  Standing,
  TokenState,
} from '../../service/control/control.ts';
import type { Abilities } from '../../service/control/posting.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { revokeLinkSessions } from './link-sessions.ts';
import { listProfileWebhooks, removeWebhook } from './outbound/webhooks.ts';

/** A profile of the account; the Primary Profile has no profile key. */
export interface Profile {
  readonly id: number;
  readonly alias: string;
  readonly title: string;
  /** Shown instead of the title; null to show the title. */
  readonly displayTitle: string | null;
  /** Public reference, 40 hex digits. */
  readonly refId: string;
  readonly profileKey: string | null;
  readonly created: number;
}

export interface UserProfile extends Profile {
  readonly profileKey: string;
}

const PROFILE = `select id, coalesce(former_alias, alias) as alias, coalesce(former_title, title) as title,
  display_title as displayTitle, ref_id as refId, profile_key as profileKey, created from profiles`;

export function getPrimaryProfile(database: Database) {
  const found = database.first<Profile>(`${PROFILE} where profile_key is null`);
  if (found === undefined) throw new Error("the sandbox's data lacks the Primary Profile");
  return found;
}

/** In order of creation. */
export function listUserProfiles(database: Database) {
  return database.all<UserProfile>(
    `${PROFILE} where profile_key is not null and deleted is null order by id`,
  );
}

/** The Primary Profile first. */
export function listAllProfiles(database: Database): readonly Profile[] {
  return [getPrimaryProfile(database), ...listUserProfiles(database)];
}

/** Deleted or not: a delivery may refer to a deleted profile. */
export function findProfile(database: Database, id: number): Profile | undefined {
  return database.first<Profile>(`${PROFILE} where id = ?`, id);
}

export function findProfileByKey(database: Database, profileKey: string): UserProfile | undefined {
  return findProfileBy<UserProfile>(database, 'profile_key', profileKey);
}

export function findProfileByAlias(database: Database, alias: string): Profile | undefined {
  return findProfileBy(database, 'alias', alias);
}

export function findProfileByTitle(database: Database, title: string): Profile | undefined {
  return findProfileBy(database, 'title', title);
}

export function insertProfile(database: Database, profile: Omit<Profile, 'id' | 'displayTitle'>): void {
  database.run(
    'insert into profiles (alias, title, ref_id, profile_key, created) values (:alias, :title, :refId, :profileKey, :created)',
    profile,
  );
}

export function changeProfile(
  database: Database,
  id: number,
  { title, displayTitle }: Pick<Profile, 'title' | 'displayTitle'>,
): void {
  database.run('update profiles set title = :title, display_title = :displayTitle where id = :id', {
    title,
    displayTitle,
    id,
  });
}

/** Ends the profile's activity, and removes its key; `findById` still finds it. The caller holds the transaction. */
export function removeProfile(database: Database, id: number, deleted: number): void {
  endProfile(database, id, deleted);
  // frees title and alias for others, and erases the key
  database.run(
    `update profiles set deleted = :deleted, former_alias = alias, former_title = title, alias = '/' || ref_id,
           title = '/' || ref_id, profile_key = '/' || ref_id where id = :id`,
    { deleted, id },
  );
}

function findProfileBy<Found extends Profile>(
  database: Database,
  column: 'alias' | 'title' | 'profile_key',
  value: string,
) {
  return database.first<Found>(`${PROFILE} where profiles.${column} = ? and deleted is null`, value);
}

/**
 * Ends everything of a profile that acts by itself: scheduled posts, automations with their open dispatches, webhooks
 * with their waiting deliveries, links and secrets. Published posts and past deliveries stay. The caller holds the
 * transaction.
 *
 * @param at milliseconds since 1970
 */
function endProfile(database: Database, profile: number, at: number): void {
  for (const { action } of listProfileWebhooks(database, profile)) removeWebhook(database, profile, action);
  database.run('delete from webhook_profiles where profile = ?', profile);
  database.run('update posts set due_at = null where profile = ?', profile);
  database.run('update social_posts set resolves_at = null where profile = ?', profile);
  database.run(
    'update automations set active = 0, deleted = :at, updated = :at where profile = :profile and deleted is null',
    { at, profile },
  );
  revokeLinkSessions(database, profile, at);
  database.run('delete from accounts where profile = ?', profile);
}

export interface NetworkAccount {
  readonly platform: Platform;
  readonly profile: number;
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly token: z.infer<typeof TokenState>;
  /** Instagram: audio needs `page`. X: `former` has no X app of its own. */
  readonly login: z.infer<typeof LoginKind>;
  readonly permission: z.infer<typeof PermissionState>;
  readonly standing: z.infer<typeof Standing>;
  /** Instagram only. */
  readonly automations: z.infer<typeof AutomationsState>;
  readonly messaging: z.infer<typeof MessagingState>;
  readonly page: z.infer<typeof PageState>;
  readonly abilities: Abilities;
}

export interface KnownAccount extends NetworkAccount {
  readonly linked: boolean;
}

const ACCOUNT = `select platform, profile, id, username, display_name as displayName, linked, token, login,
  permission, standing, automations, messaging, page, abilities_json as abilitiesJson from accounts`;

type AccountRow = Omit<NetworkAccount, 'abilities'> & {
  linked: 0 | 1;
  abilitiesJson: string;
};

export function findLinkedAccount(
  database: Database,
  profile: number,
  platform: Platform,
): NetworkAccount | undefined {
  const account = findKnownAccount(database, profile, platform);
  return account?.linked === true ? account : undefined;
}

/** Finds an account, linked or not. */
export function findKnownAccount(database: Database, profile: number, platform: Platform) {
  const row = database.first<AccountRow>(`${ACCOUNT} where profile = ? and platform = ?`, profile, platform);
  return row && readAccount(row);
}

/** Lists the linked accounts of a profile by network name. */
export function listLinkedAccounts(database: Database, profile: number): readonly NetworkAccount[] {
  return database
    .all<AccountRow>(`${ACCOUNT} where profile = ? and linked = 1 order by platform`, profile)
    .map(readAccount);
}

/** Every account, by profile and network. */
export function listKnownAccounts(database: Database): readonly KnownAccount[] {
  return database.all<AccountRow>(`${ACCOUNT} order by profile, platform`).map(readAccount);
}

export function saveAccount(
  database: Database,
  { profile, platform, id, username, displayName, linked, ...state }: KnownAccount,
): void {
  database.run(
    `replace into accounts
           (profile, platform, id, username, display_name, linked, token, login, permission, standing, automations,
            messaging, page, abilities_json)
         values (:profile, :platform, :id, :username, :displayName, :linked, :token, :login, :permission, :standing, :automations, :messaging, :page, :abilities)`,
    {
      ...state,
      profile,
      platform,
      id,
      username,
      displayName,
      linked: Number(linked),
      abilities: JSON.stringify(state.abilities),
    },
  );
}

function readAccount({ abilitiesJson, linked, ...account }: AccountRow): KnownAccount {
  // written only by `save`, from the same type; accounts of older versions lack members
  const stored = JSON.parse(abilitiesJson) as Partial<Abilities>;
  return { ...account, linked: linked === 1, abilities: { ...ASSUMED.abilities, ...stored } };
}
