import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import type { AccountChange, AccountState } from '../../facts/control.ts';
import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { madeUserId } from '../networks/made-id.ts';
import { badInput } from '../service-failure.ts';
import type { KnownAccount } from '../store/accounts.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import type { ControlHandler } from './control-handler.ts';
import { aliasOf, profileNamed } from './named-profile.ts';
import { tellLinkChanges } from './tell-link-changes.ts';

const listAccounts: ControlHandler<'listAccounts'> = (_input, { store }) => ({
  accounts: store.accounts.known().map((account) => accountState(account, store)),
});

const setAccount: ControlHandler<'setAccount'> = (change, { store, engine }) =>
  store.transaction(() => {
    checkLogin(change);
    checkAutomations(change);
    const profile = profileNamed(change.profile, store);
    const { profile: _alias, ...state } = change;
    const named = Object.entries(state).filter(([, value]) => value !== undefined);
    const before = store.accounts.knownOf(profile.id, change.platform);
    const account: KnownAccount = {
      ...(before ?? newAccount(profile, change.platform)),
      ...Object.fromEntries(named),
    };
    store.accounts.save(account);
    tellLinkChanges(engine, { before, after: account, change });
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
  throw badInput(
    `login: of an account of ${PLATFORMS[platform].name} is ${other === undefined ? 'direct' : `direct or ${other}`}, not ${login}`,
  );
}

/** What only accounts that have automations can be said to be. */
const OF_AUTOMATIONS = ['automations', 'messaging', 'page'] as const;

function checkAutomations({ platform, ...change }: AccountChange): void {
  const named = OF_AUTOMATIONS.find((each) => change[each] !== undefined);
  if (named === undefined || platform === AUTOMATION_PLATFORM) return;
  throw badInput(`${named}: is for ${AUTOMATION_PLATFORM} alone, not for ${platform}`);
}

/** An account that is named after its profile. */
function newAccount({ id, alias, title }: Profile, platform: Platform): KnownAccount {
  return {
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
    automations: 'on',
    messaging: 'on',
    page: 'selected',
  };
}

function accountState({ profile, ...account }: KnownAccount, store: Store): AccountState {
  return { profile: aliasOf(profile, store), ...account };
}
