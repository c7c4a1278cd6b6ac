import type * as z from 'zod';
import { DEFAULT_ABILITIES } from '../../service/assumed.ts';
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
import { createLinkSessionStore } from './link-sessions.ts';
import { createWebhookStore } from './outbound/webhooks.ts';

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

export type ProfileStore = ReturnType<typeof createProfileStore>;

const PROFILE = `select id, coalesce(former_alias, alias) as alias, coalesce(former_title, title) as title,
  display_title as displayTitle, ref_id as refId, profile_key as profileKey, created from profiles`;

/** The profiles that are not deleted. */
export function createProfileStore(database: Database) {
  const primary = () => {
    const found = database.first<Profile>(`${PROFILE} where profile_key is null`);
    if (found === undefined) throw new Error("the sandbox's data lacks the Primary Profile");
    return found;
  };
  /** In order of creation. */
  const users = () =>
    database.all<UserProfile>(`${PROFILE} where profile_key is not null and deleted is null order by id`);
  const among = <Found extends Profile>(column: 'alias' | 'title' | 'profile_key', value: string) =>
    database.first<Found>(`${PROFILE} where profiles.${column} = ? and deleted is null`, value);
  return {
    primary,
    users,
    /** The Primary Profile first. */
    all: (): readonly Profile[] => [primary(), ...users()],
    /** Deleted or not: a delivery may refer to a deleted profile. */
    findById: (id: number): Profile | undefined => database.first<Profile>(`${PROFILE} where id = ?`, id),
    findByKey: (profileKey: string): UserProfile | undefined => among<UserProfile>('profile_key', profileKey),
    findByAlias: (alias: string): Profile | undefined => among('alias', alias),
    findByTitle: (title: string): Profile | undefined => among('title', title),
    add: ({ alias, title, refId, profileKey, created }: Omit<Profile, 'id' | 'displayTitle'>) =>
      database.run(
        'insert into profiles (alias, title, ref_id, profile_key, created) values (?, ?, ?, ?, ?)',
        alias,
        title,
        refId,
        profileKey,
        created,
      ),
    change: (id: number, { title, displayTitle }: Pick<Profile, 'title' | 'displayTitle'>) =>
      database.run('update profiles set title = ?, display_title = ? where id = ?', title, displayTitle, id),
    /** Ends the profile's activity, and removes its key; `findById` still finds it. The caller holds the transaction. */
    delete(id: number, deleted: number) {
      endProfile(database, id, deleted);
      // frees title and alias for others, and erases the key
      database.run(
        `update profiles set deleted = ?1, former_alias = alias, former_title = title, alias = '/' || ref_id,
           title = '/' || ref_id, profile_key = '/' || ref_id where id = ?2`,
        deleted,
        id,
      );
    },
  };
}

/**
 * Ends everything of a profile that acts by itself: scheduled posts, automations with their open dispatches, webhooks
 * with their waiting deliveries, links and secrets. Published posts and past deliveries stay. The caller holds the
 * transaction.
 *
 * @param at milliseconds since 1970
 */
function endProfile(database: Database, profile: number, at: number): void {
  const webhooks = createWebhookStore(database);
  for (const { action } of webhooks.list(profile)) webhooks.remove(profile, action);
  database.run('delete from webhook_profiles where profile = ?', profile);
  database.run('update posts set due_at = null where profile = ?', profile);
  database.run('update social_posts set resolves_at = null where profile = ?', profile);
  database.run(
    'update automations set active = 0, deleted = ?1, updated = ?1 where profile = ?2 and deleted is null',
    at,
    profile,
  );
  createLinkSessionStore(database).revokeAll(profile, at);
  database.run('delete from accounts where profile = ?', profile);
}

/** The account of a profile on one network. */
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

/** An account, linked or unlinked. */
export interface KnownAccount extends NetworkAccount {
  readonly linked: boolean;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

const ACCOUNT = `select platform, profile, id, username, display_name as displayName, linked, token, login,
  permission, standing, automations, messaging, page, abilities_json as abilitiesJson from accounts`;

type AccountRow = Omit<NetworkAccount, 'abilities'> & {
  linked: 0 | 1;
  abilitiesJson: string;
};

export function createAccountStore(database: Database) {
  const knownOf = (profile: number, platform: Platform) => {
    const row = database.first<AccountRow>(
      `${ACCOUNT} where profile = ? and platform = ?`,
      profile,
      platform,
    );
    return row && readAccount(row);
  };
  return {
    /** Finds a linked account. */
    findLinked(profile: number, platform: Platform): NetworkAccount | undefined {
      const account = knownOf(profile, platform);
      return account?.linked === true ? account : undefined;
    },
    /** Finds an account, linked or not. */
    findKnown: knownOf,
    /** Lists the linked accounts of a profile by network name. */
    listLinked: (profile: number): readonly NetworkAccount[] =>
      database
        .all<AccountRow>(`${ACCOUNT} where profile = ? and linked = 1 order by platform`, profile)
        .map(readAccount),
    /** Every account, by profile and network. */
    listKnown: (): readonly KnownAccount[] =>
      database.all<AccountRow>(`${ACCOUNT} order by profile, platform`).map(readAccount),
    /** Inserts or replaces an account. */
    save: ({ profile, platform, id, username, displayName, linked, ...state }: KnownAccount) =>
      database.run(
        `replace into accounts
           (profile, platform, id, username, display_name, linked, token, login, permission, standing, automations,
            messaging, page, abilities_json)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        profile,
        platform,
        id,
        username,
        displayName,
        Number(linked),
        state.token,
        state.login,
        state.permission,
        state.standing,
        state.automations,
        state.messaging,
        state.page,
        JSON.stringify(state.abilities),
      ),
  };
}

function readAccount({ abilitiesJson, linked, ...account }: AccountRow): KnownAccount {
  // written only by `save`, from the same type; accounts of older versions lack members
  const stored = JSON.parse(abilitiesJson) as Partial<Abilities>;
  return { ...account, linked: linked === 1, abilities: { ...DEFAULT_ABILITIES, ...stored } };
}
