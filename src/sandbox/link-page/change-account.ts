import { PLATFORMS } from '../../service/platforms.ts';
import type { Engine } from '../engine/engine.ts';
import { enqueueEvent } from '../engine/events.ts';
import { buildSocialEvent } from '../handlers/profiles.ts';
import { buildAccount } from '../networks/new-account.ts';
import { type LinkSession, markSessionLinked } from '../store/link-sessions.ts';
import {
  type KnownAccount,
  listKnownAccounts,
  type NetworkAccount,
  type Profile,
  saveAccount,
} from '../store/profiles.ts';
import type { NetworkRow } from './render-pages.ts';

/** An account that a person allowed the profile to use. */
interface AllowedAccount {
  session: LinkSession;
  profile: Profile;
  row: NetworkRow;
  username: string;
  /** Of Instagram. */
  login: Extract<NetworkAccount['login'], 'direct' | 'page'>;
}

/**
 * Links an account for the person, and enqueues the event. The same account as before keeps its state at the network;
 * its authorization is new.
 *
 * @returns false when another profile has the account linked, and nothing was changed
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function linkAccount(context: Engine, allowed: AllowedAccount): boolean {
  const { store } = context;
  const { session, profile, row, username } = allowed;
  const login = PLATFORMS[row.platform].otherLogin === 'page' ? allowed.login : 'direct';
  return store.transaction(() => {
    const before = row.account?.username === username ? row.account : undefined;
    const account: KnownAccount = {
      ...(before ?? buildAccount(profile, row.platform, { username, login })),
      linked: true,
      token: 'ok',
      permission: 'granted',
      login,
    };
    const isTaken = listKnownAccounts(store).some(
      (each) =>
        each.linked &&
        each.platform === account.platform &&
        each.id === account.id &&
        each.profile !== profile.id,
    );
    if (isTaken) return false;
    saveAccount(store, account);
    markSessionLinked(store, session.id, context.now());
    enqueueSocialEvent(context, account, { type: 'link' });
    return true;
  });
}

/** Unlinks an account for the person, and enqueues the event; one that is not linked stays so. */
export function unlinkAccountOfUser(context: Engine, account: KnownAccount | undefined): void {
  if (account?.linked !== true) return;
  context.store.transaction(() => {
    saveAccount(context.store, { ...account, linked: false });
    enqueueSocialEvent(context, account, { type: 'unlink', reason: null });
  });
}

function enqueueSocialEvent(
  context: Engine,
  account: KnownAccount,
  change: Parameters<typeof buildSocialEvent>[0],
): void {
  const { profile } = account;
  const event = buildSocialEvent(change, account);
  enqueueEvent(context, { profile, action: 'social', key: null, event, at: context.now() });
}
