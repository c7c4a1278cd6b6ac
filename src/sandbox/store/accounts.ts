import type * as z from 'zod';
import type { Database } from '../../disk/open-database.ts';
import type {
  AutomationsState,
  LoginKind,
  MessagingState,
  PageState,
  PermissionState,
  Standing,
  TokenState,
} from '../../facts/control.ts';
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
  /** instagram alone. */
  readonly automations: z.infer<typeof AutomationsState>;
  readonly messaging: z.infer<typeof MessagingState>;
  readonly page: z.infer<typeof PageState>;
}

/** An account, also one whose link was taken away. */
export interface KnownAccount extends Account {
  readonly linked: boolean;
}

export interface Accounts {
  /** What is linked. */
  of(profile: number, platform: Platform): Account | undefined;
  /** The same, linked or not. */
  knownOf(profile: number, platform: Platform): KnownAccount | undefined;
  /** All that the profile has linked, by the name of the network. */
  linked(profile: number): readonly Account[];
  /** Every account, by profile and network. */
  known(): readonly KnownAccount[];
  /** Adds an account, or writes over it. */
  save(account: KnownAccount): void;
}

const ACCOUNT = `select platform, profile, id, username, display_name as displayName, linked, token, login,
  permission, standing, automations, messaging, page from accounts`;

type AccountRow = Account & { readonly linked: 0 | 1 };

export function accountsOf(database: Database): Accounts {
  const knownOf = (profile: number, platform: Platform) => {
    const row = database.first<AccountRow>(
      `${ACCOUNT} where profile = ? and platform = ?`,
      profile,
      platform,
    );
    return row && read(row);
  };
  return {
    of(profile, platform) {
      const account = knownOf(profile, platform);
      return account?.linked === true ? account : undefined;
    },
    knownOf,
    linked: (profile) =>
      database
        .all<AccountRow>(`${ACCOUNT} where profile = ? and linked = 1 order by platform`, profile)
        .map(read),
    known: () => database.all<AccountRow>(`${ACCOUNT} order by profile, platform`).map(read),
    save: ({ profile, platform, id, username, displayName, linked, ...state }) =>
      database.run(
        `replace into accounts
           (profile, platform, id, username, display_name, linked, token, login, permission, standing, automations,
            messaging, page)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      ),
  };
}

function read(row: AccountRow): KnownAccount {
  return { ...row, linked: row.linked === 1 };
}
