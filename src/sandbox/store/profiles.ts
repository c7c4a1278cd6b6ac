import type { Database } from '../../storage/open-database.ts';
import { createWebhookStore } from './webhooks.ts';

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

/** The profiles that are not deleted. */
export interface ProfileStore {
  primary(): Profile;
  findByKey(profileKey: string): UserProfile | undefined;
  /** In order of creation. */
  users(): readonly UserProfile[];
  /** The Primary Profile first. */
  all(): readonly Profile[];
  /** Deleted or not: a delivery may refer to a deleted profile. */
  findById(id: number): Profile | undefined;
  findByAlias(alias: string): Profile | undefined;
  findByTitle(title: string): Profile | undefined;
  add(profile: Omit<Profile, 'id' | 'displayTitle'>): void;
  change(id: number, titles: Pick<Profile, 'title' | 'displayTitle'>): void;
  /** Ends the profile's activity, and removes its key; `findById` still finds it. The caller holds the transaction. */
  delete(id: number, deleted: number): void;
}

const PROFILE = `select id, coalesce(former_alias, alias) as alias, coalesce(former_title, title) as title,
  display_title as displayTitle, ref_id as refId, profile_key as profileKey, created from profiles`;

export function createProfileStore(database: Database): ProfileStore {
  const primary = () => {
    const found = database.first<Profile>(`${PROFILE} where profile_key is null`);
    if (found === undefined) throw new Error("the sandbox's data lacks the Primary Profile");
    return found;
  };
  const users = () =>
    database.all<UserProfile>(`${PROFILE} where profile_key is not null and deleted is null order by id`);
  const among = <Found extends Profile>(column: 'alias' | 'title' | 'profile_key', value: string) =>
    database.first<Found>(`${PROFILE} where profiles.${column} = ? and deleted is null`, value);
  return {
    primary,
    users,
    all: () => [primary(), ...users()],
    findById: (id) => database.first<Profile>(`${PROFILE} where id = ?`, id),
    findByKey: (profileKey) => among<UserProfile>('profile_key', profileKey),
    findByAlias: (alias) => among('alias', alias),
    findByTitle: (title) => among('title', title),
    add: ({ alias, title, refId, profileKey, created }) =>
      database.run(
        'insert into profiles (alias, title, ref_id, profile_key, created) values (?, ?, ?, ?, ?)',
        alias,
        title,
        refId,
        profileKey,
        created,
      ),
    change: (id, { title, displayTitle }) =>
      database.run('update profiles set title = ?, display_title = ? where id = ?', title, displayTitle, id),
    delete(id, deleted) {
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
  database.run('delete from accounts where profile = ?', profile);
}
