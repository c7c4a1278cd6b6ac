import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

interface AccountEngagement {
  /** Undefined when the account is not linked any more. */
  readonly account: Pick<NetworkAccount, 'automations'> | undefined;
  readonly engagement: Engagement;
}

/** Why no automation of the account gets the engagement. */
interface Suppression {
  readonly reason: string;
  /** Error code of the service with the same fix. */
  readonly relatedCode: 468 | 472;
}

/**
 * Assumed: no automation fires on a plan without automations, or on an account with automations off. An account
 * limited to the documented triggers does not get comments on stories.
 *
 * @returns null when automations may fire
 */
export function findSuppression(
  { settings }: Pick<Store, 'settings'>,
  { account, engagement }: AccountEngagement,
): Suppression | null {
  const { name, automations } = PLANS[settings.read().plan];
  if (!automations) return { reason: `the plan ${name} has no automations`, relatedCode: 468 };
  if (account?.automations === 'off')
    return { reason: 'automations are off on this account', relatedCode: 472 };
  return account?.automations === 'documented' && engagement.kind === 'story_comment'
    ? { reason: 'automations of this account do not listen to comments on stories', relatedCode: 472 }
    : null;
}

/** Finds the account, linked or not. */
export function findInstagramAccount(
  { accounts }: Pick<Store, 'accounts'>,
  id: string,
): NetworkAccount | undefined {
  return accounts.listKnown().find((each) => each.platform === AUTOMATION_PLATFORM && each.id === id);
}
