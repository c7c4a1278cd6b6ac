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

export interface AccountStore {
  /** Finds a linked account. */
  findLinked(profile: number, platform: Platform): NetworkAccount | undefined;
  /** Finds an account, linked or not. */
  findKnown(profile: number, platform: Platform): KnownAccount | undefined;
  /** Lists the linked accounts of a profile by network name. */
  listLinked(profile: number): readonly NetworkAccount[];
  /** Every account, by profile and network. */
  listKnown(): readonly KnownAccount[];
  /** Inserts or replaces an account. */
  save(account: KnownAccount): void;
}

const ACCOUNT = `select platform, profile, id, username, display_name as displayName, linked, token, login,
  permission, standing, automations, messaging, page, abilities_json as abilitiesJson from accounts`;

type AccountRow = Omit<NetworkAccount, 'abilities'> & {
  readonly linked: 0 | 1;
  readonly abilitiesJson: string;
};

export function createAccountStore(database: Database): AccountStore {
  const knownOf = (profile: number, platform: Platform) => {
    const row = database.first<AccountRow>(
      `${ACCOUNT} where profile = ? and platform = ?`,
      profile,
      platform,
    );
    return row && readAccount(row);
  };
  return {
    findLinked(profile, platform) {
      const account = knownOf(profile, platform);
      return account?.linked === true ? account : undefined;
    },
    findKnown: knownOf,
    listLinked: (profile) =>
      database
        .all<AccountRow>(`${ACCOUNT} where profile = ? and linked = 1 order by platform`, profile)
        .map(readAccount),
    listKnown: () => database.all<AccountRow>(`${ACCOUNT} order by profile, platform`).map(readAccount),
    save: ({ profile, platform, id, username, displayName, linked, ...state }) =>
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
