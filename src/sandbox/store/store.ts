import type { Database } from '../../disk/open-database.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { type Comments, commentsOf } from './comments.ts';
import { type Posts, postsOf } from './posts.ts';
import { type Profiles, profilesOf } from './profiles.ts';
import { type Refreshes, refreshesOf } from './refreshes.ts';
import { type Tracks, tracksOf } from './tracks.ts';
import { type Users, usersOf } from './users.ts';

/** Everything the sandbox remembers, a member a table. */
export interface Store {
  readonly accounts: Accounts;
  readonly comments: Comments;
  readonly posts: Posts;
  readonly profiles: Profiles;
  readonly refreshes: Refreshes;
  readonly tracks: Tracks;
  readonly users: Users;
  /** Keeps all of what `work` writes, or nothing. */
  transaction<Result>(work: () => Result): Result;
}

export function storeOf(database: Database): Store {
  return {
    accounts: accountsOf(database),
    comments: commentsOf(database),
    posts: postsOf(database),
    profiles: profilesOf(database),
    refreshes: refreshesOf(database),
    tracks: tracksOf(database),
    users: usersOf(database),
    transaction: (work) => database.transaction(work),
  };
}
