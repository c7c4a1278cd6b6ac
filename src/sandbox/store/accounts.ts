import type { Database } from '../../disk/open-database.ts';
import type { Platform } from '../../facts/platforms.ts';

/** What a profile has linked on one network. */
export interface Account {
  readonly platform: Platform;
  readonly profile: number;
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly token: 'ok' | 'expired';
  /** instagram: how it was linked; audio needs `page`. */
  readonly loginKind: 'page' | 'direct';
}

export interface Accounts {
  of(profile: number, platform: Platform): Account | undefined;
  add(account: Account): void;
}

export function accountsOf(database: Database): Accounts {
  return {
    of: (profile, platform) =>
      database.first<Account>(
        `select platform, profile, id, username, display_name as displayName, token, login_kind as loginKind
         from accounts where profile = ? and platform = ?`,
        profile,
        platform,
      ),
    add: ({ profile, platform, id, username, displayName, token, loginKind }) =>
      database.run(
        `insert into accounts (profile, platform, id, username, display_name, token, login_kind)
         values (?, ?, ?, ?, ?, ?, ?)`,
        profile,
        platform,
        id,
        username,
        displayName,
        token,
        loginKind,
      ),
  };
}
