import type { AccountState } from '../../service/control/control.ts';
import { ABILITY_PLATFORM, type Abilities } from '../../service/control/posting.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Column, ListView } from '../render/view.ts';

/**
 * Lists the linked accounts of the sandbox's profiles. @param changed columns that a table keeps at any width
 */
export function buildAccountView(
  accounts: readonly AccountState[],
  changed: readonly string[] = [],
): ListView<AccountState> {
  return {
    kind: 'list',
    document: { accounts },
    key: 'accounts',
    rows: accounts,
    columns: ACCOUNT_COLUMNS.map((column) =>
      changed.includes(column.name) ? { ...column, drop: 0 } : column,
    ),
    empty: 'no accounts',
  };
}

const TITLES: Readonly<Partial<Record<keyof AccountState, string>>> = { longVideo: 'long video' };

const ACCOUNT_COLUMNS: readonly Column<AccountState>[] = [
  { name: 'profile', title: 'profile', value: ({ profile }) => profile, role: 'name', drop: 0 },
  { name: 'platform', title: 'network', value: ({ platform }) => platform, role: 'network', drop: 0 },
  {
    name: 'linked',
    title: 'linked',
    value: ({ linked }) => linked,
    show: ({ linked }) => (linked ? 'yes' : 'no'),
    drop: 0,
  },
  { name: 'token', title: 'token', value: ({ token }) => token, drop: 1 },
  { name: 'login', title: 'login', value: ({ login }) => login, drop: 4 },
  { name: 'permission', title: 'permission', value: ({ permission }) => permission, drop: 3 },
  { name: 'standing', title: 'standing', value: ({ standing }) => standing, drop: 2 },
  buildNetworkColumn(AUTOMATION_PLATFORM, 'automations', 4),
  buildNetworkColumn(AUTOMATION_PLATFORM, 'messaging', 4),
  buildNetworkColumn(AUTOMATION_PLATFORM, 'page', 4),
  ...listAbilityColumns(),
  { name: 'username', title: 'username', value: ({ username }) => username, role: 'dim', drop: 5 },
  { name: 'displayName', title: 'name', value: ({ displayName }) => displayName, dataOnly: true },
  { name: 'id', title: 'id', value: ({ id }) => id, dataOnly: true },
];

/** Posting abilities of an account; a narrow table drops these columns first. */
function listAbilityColumns(): readonly Column<AccountState>[] {
  // Object.keys forgets the names of a constant's members.
  const names = Object.keys(ABILITY_PLATFORM) as (keyof Abilities)[];
  return names.map((name) => buildNetworkColumn(ABILITY_PLATFORM[name], name, 6));
}

/** A column that applies to one network only. */
function buildNetworkColumn(
  network: Platform,
  name: 'automations' | 'messaging' | 'page' | keyof Abilities,
  drop: number,
): Column<AccountState> {
  return {
    name,
    title: TITLES[name] ?? name,
    value: (account) => account[name],
    show: (account) => (account.platform === network ? account[name] : '-'),
    drop,
  };
}
