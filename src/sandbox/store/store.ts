import type { Database } from '../../disk/open-database.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { type Comments, commentsOf } from './comments.ts';
import { type Faults, faultsOf } from './faults.ts';
import { type Posts, postsOf } from './posts.ts';
import { type Profiles, profilesOf } from './profiles.ts';
import { type Refreshes, refreshesOf } from './refreshes.ts';
import { type Requests, requestsOf } from './requests.ts';
import { type Settings, settingsOf } from './settings.ts';
import { type Tracks, tracksOf } from './tracks.ts';
import { type Users, usersOf } from './users.ts';
import { type XApp, xAppOf } from './x-app.ts';

/** Everything the sandbox remembers, a member a table. */
export interface Store {
  readonly accounts: Accounts;
  readonly comments: Comments;
  readonly faults: Faults;
  readonly posts: Posts;
  readonly profiles: Profiles;
  readonly refreshes: Refreshes;
  readonly requests: Requests;
  readonly settings: Settings;
  readonly tracks: Tracks;
  readonly users: Users;
  readonly xApp: XApp;
  /** Keeps all of what `work` writes, or nothing. */
  transaction<Result>(work: () => Result): Result;
}

export function storeOf(database: Database): Store {
  return {
    accounts: accountsOf(database),
    comments: commentsOf(database),
    faults: faultsOf(database),
    posts: postsOf(database),
    profiles: profilesOf(database),
    refreshes: refreshesOf(database),
    requests: requestsOf(database),
    settings: settingsOf(database),
    tracks: tracksOf(database),
    users: usersOf(database),
    xApp: xAppOf(database),
    transaction: (work) => database.transaction(work),
  };
}
