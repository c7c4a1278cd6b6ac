import type { CommentPlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { NetworkUser } from '../networks/network-comment.ts';

/** Users of the simulated networks. */
export interface UserStore {
  find(platform: CommentPlatform, handle: string): NetworkUser | undefined;
  /** If several have the id, which no network allows, the first by handle. */
  findById(platform: CommentPlatform, id: string): NetworkUser | undefined;
  add(platform: CommentPlatform, user: NetworkUser): void;
}

/** A user's columns. */
export interface UserRow {
  readonly userId: string;
  readonly handle: string;
  readonly name: string;
  readonly aboutJson: string;
}

/** Columns of a `UserRow`, for queries that join `users u`. */
export const USER_COLUMNS = 'u.id as userId, u.handle, u.name, u.about_json as aboutJson';

export function readUser({ userId, handle, name, aboutJson }: UserRow): NetworkUser {
  // written only by `add`, from the same type
  const about = JSON.parse(aboutJson) as Omit<NetworkUser, 'id' | 'handle' | 'name'>;
  return { ...about, id: userId, handle, name };
}

export function createUserStore(database: Database): UserStore {
  return {
    find(platform, handle) {
      const row = database.first<UserRow>(
        `select ${USER_COLUMNS} from users u where u.platform = ? and u.handle = ?`,
        platform,
        handle,
      );
      return row && readUser(row);
    },
    findById(platform, id) {
      const row = database.first<UserRow>(
        `select ${USER_COLUMNS} from users u where u.platform = ? and u.id = ? order by u.handle`,
        platform,
        id,
      );
      return row && readUser(row);
    },
    add: (platform, { id, handle, name, ...about }) =>
      database.run(
        'insert into users (platform, handle, id, name, about_json) values (?, ?, ?, ?, ?)',
        platform,
        handle,
        id,
        name,
        JSON.stringify(about),
      ),
  };
}
