import type * as z from 'zod';
import type { Database } from '../../disk/open-database.ts';
import type { LoginKind, PermissionState, Standing, TokenState } from '../../facts/control.ts';
import type { Platform } from '../../facts/platforms.ts';

/** What a profile has on one network. */
export interface Account {
  readonly platform: Platform;
  readonly profile: number;
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly token: z.infer<typeof TokenState>;
  /** instagram: audio needs `page`. twitter: `former` has no X app of its own. */
  readonly login: z.infer<typeof LoginKind>;
  readonly permission: z.infer<typeof PermissionState>;
  readonly standing: z.infer<typeof Standing>;
}

/** An account, also one whose link was taken away. */
export interface KnownAccount extends Account {
  readonly linked: boolean;
}

export interface Accounts {
  /** What is linked. */
  of(profile: number, platform: Platform): Account | undefined;
  /** All that the profile has linked, by the name of the network. */
  linked(profile: number): readonly Account[];
  /** Every account, by profile and network. */
  known(): readonly KnownAccount[];
  /** Adds an account, or writes over it. */
  save(account: KnownAccount): void;
}

const ACCOUNT = `select platform, profile, id, username, display_name as displayName, linked, token, login,
  permission, standing from accounts`;

type AccountRow = Account & { readonly linked: 0 | 1 };

export function accountsOf(database: Database): Accounts {
  return {
    of(profile, platform) {
      const row = database.first<AccountRow>(
        `${ACCOUNT} where profile = ? and platform = ? and linked = 1`,
        profile,
        platform,
      );
      return row && read(row);
    },
    linked: (profile) =>
      database
        .all<AccountRow>(`${ACCOUNT} where profile = ? and linked = 1 order by platform`, profile)
        .map(read),
    known: () => database.all<AccountRow>(`${ACCOUNT} order by profile, platform`).map(read),
    save: ({ profile, platform, id, username, displayName, linked, token, login, permission, standing }) =>
      database.run(
        `replace into accounts
           (profile, platform, id, username, display_name, linked, token, login, permission, standing)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        profile,
        platform,
        id,
        username,
        displayName,
        Number(linked),
        token,
        login,
        permission,
        standing,
      ),
  };
}

function read(row: AccountRow): KnownAccount {
  return { ...row, linked: row.linked === 1 };
}
