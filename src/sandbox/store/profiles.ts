import type { Database } from '../../disk/open-database.ts';

/** A profile of the sandbox's account; the Primary Profile has no key of its own. */
export interface Profile {
  readonly id: number;
  readonly alias: string;
  readonly title: string;
  /** Public reference, 40 hex digits. */
  readonly refId: string;
  readonly profileKey: string | null;
  readonly created: number;
}

export interface UserProfile extends Profile {
  readonly profileKey: string;
}

export interface Profiles {
  primary(): Profile;
  withKey(profileKey: string): UserProfile | undefined;
  /** In the order in which they were made. */
  users(): readonly UserProfile[];
  /** The Primary Profile, and the others behind it. */
  all(): readonly Profile[];
  withId(id: number): Profile | undefined;
  withAlias(alias: string): Profile | undefined;
  add(profile: Omit<Profile, 'id'>): void;
}

const PROFILE = 'select id, alias, title, ref_id as refId, profile_key as profileKey, created from profiles';

export function profilesOf(database: Database): Profiles {
  const primary = () => {
    const found = database.first<Profile>(`${PROFILE} where profile_key is null`);
    if (found === undefined) throw new Error("the sandbox's data lacks the Primary Profile");
    return found;
  };
  const users = () => database.all<UserProfile>(`${PROFILE} where profile_key is not null order by id`);
  return {
    primary,
    users,
    all: () => [primary(), ...users()],
    withId: (id) => database.first<Profile>(`${PROFILE} where id = ?`, id),
    withKey: (profileKey) => database.first<UserProfile>(`${PROFILE} where profile_key = ?`, profileKey),
    withAlias: (alias) => database.first<Profile>(`${PROFILE} where alias = ?`, alias),
    add: ({ alias, title, refId, profileKey, created }) =>
      database.run(
        'insert into profiles (alias, title, ref_id, profile_key, created) values (?, ?, ?, ?, ?)',
        alias,
        title,
        refId,
        profileKey,
        created,
      ),
  };
}
