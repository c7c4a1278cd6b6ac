import type { Database } from '../../disk/open-database.ts';
import { endProfile } from './end-profile.ts';

/** A profile of the sandbox's account; the Primary Profile has no key of its own. */
export interface Profile {
  readonly id: number;
  readonly alias: string;
  readonly title: string;
  /** Shown in place of the title; null where that is shown. */
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
  /** In the order in which they were made. */
  users(): readonly UserProfile[];
  /** The Primary Profile, and the others behind it. */
  all(): readonly Profile[];
  /** Deleted or not: a delivery tells of a profile that was there. */
  findById(id: number): Profile | undefined;
  findByAlias(alias: string): Profile | undefined;
  findByTitle(title: string): Profile | undefined;
  add(profile: Omit<Profile, 'id' | 'displayTitle'>): void;
  change(id: number, titles: Pick<Profile, 'title' | 'displayTitle'>): void;
  /** Its acts end, and its key; what refers to it finds it with `findById`. The caller holds the transaction. */
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
      // what it was called is free for another, and its key is kept nowhere
      database.run(
        `update profiles set deleted = ?1, former_alias = alias, former_title = title, alias = '/' || ref_id,
           title = '/' || ref_id, profile_key = '/' || ref_id where id = ?2`,
        deleted,
        id,
      );
    },
  };
}
