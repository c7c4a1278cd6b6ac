import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { XPairSent } from '../store/classify-x-pair.ts';
import type { NetworkFailure } from './network-failure.ts';

/** What decides whether a network accepts requests of a profile. */
export interface AccountUse {
  readonly platform: Platform;
  /** The profile's linked account. */
  readonly account: NetworkAccount | undefined;
  readonly xPair: XPairSent;
}

/**
 * Checks whether a network accepts requests of a profile: an account is linked, its authorization is valid, and its
 * owner need not verify their identity.
 *
 * @see docs/service/access.md#access-errors, #AUTH-11
 * @see docs/service/comments.md#COM-18
 */
export function checkAccount(use: AccountUse): NetworkFailure | null {
  const { platform, account, xPair } = use;
  const { name } = PLATFORMS[platform];
  if (platform === 'twitter' && xPair === 'none')
    return { code: 419, message: 'The X API key and secret headers are missing.' };
  if (account === undefined) return { code: 156, message: `No ${name} account is linked.` };
  if (platform === 'twitter') return checkXAccount(account, xPair) ?? checkVerification(account, name);
  if (account.token !== 'ok') {
    const why = account.token === 'expired' ? 'has expired' : 'was revoked';
    return { code: 161, message: `The authorization for ${name} ${why}.`, relink: true };
  }
  return checkVerification(account, name);
}

function checkXAccount({ login, token }: NetworkAccount, xPair: XPairSent): NetworkFailure | null {
  if (login === 'former')
    return { code: 423, message: 'The X account is linked in the former way, which is no longer supported.' };
  if (xPair === 'foreign') {
    return {
      code: 272,
      message: 'The X API key belongs to another app than the one the account was linked with.',
    };
  }
  if (token === 'ok') return null;
  return { code: 272, message: 'X does not accept the authorization of the account.' };
}

function checkVerification({ standing }: NetworkAccount, name: string): NetworkFailure | null {
  if (standing !== 'unverified') return null;
  return { code: 326, message: `${name} asks the owner of the account to verify their identity.` };
}
