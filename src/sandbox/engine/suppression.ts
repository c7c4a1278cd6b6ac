import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import type { Engagement } from '../../facts/engagement.ts';
import { PLANS } from '../../facts/plans.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

/** What keeps an engagement from every automation of its account, whatever they wait for. */
interface AccountEngagement {
  /** Undefined: it is not linked any more. */
  readonly account: Pick<NetworkAccount, 'automations'> | undefined;
  readonly engagement: Engagement;
}

/** Why no automation listens. */
interface Suppression {
  /** In words for people. */
  readonly reason: string;
  /** The error of the service that is mended in the same way. */
  readonly relatedCode: 468 | 472;
}

/**
 * Ours: with a plan that has no automations none listens, nor on an account that has them turned off; one that has what
 * is described alone does not know comments on stories.
 *
 * @returns null when automations listen
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

/** The account that the network tells of, linked or not. */
export function findInstagramAccount(
  { accounts }: Pick<Store, 'accounts'>,
  id: string,
): NetworkAccount | undefined {
  return accounts.listKnown().find((each) => each.platform === AUTOMATION_PLATFORM && each.id === id);
}
