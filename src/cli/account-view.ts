import type { AccountState } from '../facts/control.ts';
import type { ListView } from './render/view.ts';

/** What the sandbox's profiles have linked. */
export function accountView(accounts: readonly AccountState[]): ListView<AccountState> {
  return {
    kind: 'list',
    document: { accounts },
    key: 'accounts',
    rows: accounts,
    columns: [
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
      { name: 'username', title: 'username', value: ({ username }) => username, role: 'dim', drop: 5 },
      { name: 'displayName', title: 'name', value: ({ displayName }) => displayName, dataOnly: true },
      { name: 'id', title: 'id', value: ({ id }) => id, dataOnly: true },
    ],
    empty: 'no accounts',
  };
}
