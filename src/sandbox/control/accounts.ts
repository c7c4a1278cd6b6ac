import type { AccountChange, AccountState } from '../../facts/control.ts';
import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { madeUserId } from '../networks/made-id.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { KnownAccount } from '../store/accounts.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';

const listAccounts: ControlHandler<'listAccounts'> = (_input, { store }) => ({
  accounts: store.accounts.known().map((account) => accountState(account, store)),
});

const setAccount: ControlHandler<'setAccount'> = (change, { store }) =>
  store.transaction(() => {
    checkLogin(change);
    const profile = profileNamed(change.profile, store);
    const { linked, token, login, permission, standing } = change;
    const before = accountOf(profile, change.platform, store);
    const account: KnownAccount = {
      ...before,
      linked: linked ?? before.linked,
      token: token ?? before.token,
      login: login ?? before.login,
      permission: permission ?? before.permission,
      standing: standing ?? before.standing,
    };
    store.accounts.save(account);
    return { account: accountState(account, store) };
  });

export const accountHandlers = { listAccounts, setAccount };

/** How an account of each network can have been linked, beside `direct`. */
const OTHER_LOGINS: Readonly<Partial<Record<AccountChange['platform'], AccountChange['login']>>> = {
  instagram: 'page',
  twitter: 'former',
};

function checkLogin({ platform, login }: AccountChange): void {
  if (login === undefined || login === 'direct' || OTHER_LOGINS[platform] === login) return;
  const other = OTHER_LOGINS[platform];
  throw refused(
    `login: of an account of ${PLATFORMS[platform].name} is ${other === undefined ? 'direct' : `direct or ${other}`}, not ${login}`,
  );
}

function profileNamed(alias: string, { profiles }: Store): Profile {
  const profile = profiles.withAlias(alias);
  if (profile !== undefined) return profile;
  const known = [profiles.primary(), ...profiles.users()].map((each) => each.alias);
  throw refused(`profile: must be one of ${known.join(', ')}, not "${alias}"`);
}

/** What the profile has there, or a new account that is named after it. */
function accountOf({ id, alias, title }: Profile, platform: Platform, store: Store): KnownAccount {
  const known = store.accounts.known().find((each) => each.profile === id && each.platform === platform);
  return (
    known ?? {
      profile: id,
      platform,
      id: madeUserId(platform, alias),
      username: alias,
      displayName: title,
      linked: true,
      token: 'ok',
      login: platform === 'instagram' ? 'page' : 'direct',
      permission: 'granted',
      standing: 'good',
    }
  );
}

function accountState({ profile, ...account }: KnownAccount, { profiles }: Store): AccountState {
  const owner = [profiles.primary(), ...profiles.users()].find(({ id }) => id === profile);
  if (owner === undefined) throw new Error(`an account of ${account.platform} belongs to nobody`);
  return { profile: owner.alias, ...account };
}

function refused(details: string): ServiceFailure {
  return new ServiceFailure(101, { message: 'Missing or incorrect parameters.', details });
}
