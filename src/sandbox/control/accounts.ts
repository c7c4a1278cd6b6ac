import { DEFAULT_ABILITIES } from '../../service/assumed.ts';
import type { AccountChange, AccountState } from '../../service/control/control.ts';
import { ABILITY_PLATFORM, type Abilities } from '../../service/control/posting.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { enqueueLinkChanges } from '../link-changes.ts';
import { deriveUserId } from '../networks/network-ids.ts';
import type { KnownAccount } from '../store/accounts.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import { type ControlHandler, getAlias, requireProfile } from './control-handler.ts';

const listAccounts: ControlHandler<'listAccounts'> = (_input, { store }) => ({
  accounts: store.accounts.listKnown().map((account) => toAccountState(account, store)),
});

const setAccount: ControlHandler<'setAccount'> = (change, { store, engine }) =>
  store.transaction(() => {
    checkLogin(change);
    checkNetwork(change);
    const profile = requireProfile(change.profile, store);
    const before = store.accounts.findKnown(profile.id, change.platform);
    const account = applyChange(before ?? buildAccount(profile, change.platform), change);
    store.accounts.save(account);
    enqueueLinkChanges(engine, { before, after: account, change });
    return { account: toAccountState(account, store) };
  });

export const accountHandlers = { listAccounts, setAccount };

/** How an account of each network can have been linked, besides `direct`. */
const OTHER_LOGINS: Readonly<Partial<Record<AccountChange['platform'], AccountChange['login']>>> = {
  instagram: 'page',
  twitter: 'former',
};

function checkLogin({ platform, login }: AccountChange): void {
  if (login === undefined || login === 'direct' || OTHER_LOGINS[platform] === login) return;
  const other = OTHER_LOGINS[platform];
  throw createInputFailure(
    `login: of an account on ${PLATFORMS[platform].name} must be ${other === undefined ? 'direct' : `direct or ${other}`}, not ${login}`,
  );
}

/** Properties that only accounts of one network have. */
const OF_ONE_NETWORK = {
  automations: AUTOMATION_PLATFORM,
  messaging: AUTOMATION_PLATFORM,
  page: AUTOMATION_PLATFORM,
  ...ABILITY_PLATFORM,
} as const satisfies Partial<Record<keyof AccountChange, Platform>>;

function checkNetwork({ platform, ...change }: AccountChange): void {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(OF_ONE_NETWORK) as (keyof typeof OF_ONE_NETWORK)[];
  const foreign = names.find((name) => change[name] !== undefined && OF_ONE_NETWORK[name] !== platform);
  if (foreign === undefined) return;
  throw createInputFailure(`${foreign}: is for ${OF_ONE_NETWORK[foreign]} only, not for ${platform}`);
}

/** Applies a change; properties that it does not name stay. */
function applyChange(account: KnownAccount, { profile: _alias, ...change }: AccountChange): KnownAccount {
  const { premium, subscriptions, longVideo, geo, kind, channel, ...state } = change;
  const abilities: Partial<Abilities> = pickDefined({
    premium,
    subscriptions,
    longVideo,
    geo,
    kind,
    channel,
  });
  return { ...account, ...pickDefined(state), abilities: { ...account.abilities, ...abilities } };
}

function pickDefined(change: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A new account, named after its profile. */
function buildAccount({ id, alias, title }: Profile, platform: Platform): KnownAccount {
  return {
    profile: id,
    platform,
    id: deriveUserId(platform, alias),
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
    abilities: DEFAULT_ABILITIES,
  };
}

function toAccountState({ profile, abilities, ...account }: KnownAccount, store: Store): AccountState {
  return { profile: getAlias(profile, store), ...account, ...abilities };
}
