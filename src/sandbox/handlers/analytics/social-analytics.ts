import { PLATFORMS, type Platform, SOCIAL_ANALYTICS_PLATFORMS } from '../../../service/platforms.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import {
  countFollowers,
  listDailyAccountMetrics,
  sumAccountMetrics,
} from '../../networks/account-metrics.ts';
import { checkAccount } from '../../networks/check-account.ts';
import { formatDay, toDay } from '../../networks/post-metrics.ts';
import { findLinkedAccount, listLinkedAccounts, type NetworkAccount } from '../../store/profiles.ts';
import { countAccountPosts } from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { type FailedNetworkLeg, findXAppFailure } from '../network-legs.ts';
import { answerLegs, checkScopes, isIn, type MeasuredLeg, renameMetrics } from './analytics-legs.ts';

/**
 * The metrics of the accounts of a profile.
 *
 * @see docs/service/endpoints.md#analytics
 */
export const getSocialAnalytics: Handler<'getSocialAnalytics'> = ({ body }, context) => {
  const { store, profile } = context;
  const { quarters = 1, daily = false } = body;
  const linked = listLinkedAccounts(store, profile.id).map(({ platform }) => platform);
  const platforms = [...new Set(body.platforms ?? linked.filter(isIn(SOCIAL_ANALYTICS_PLATFORMS)))];
  if (platforms.length === 0) throw new ServiceFailure(156, { message: 'No network is linked.' });
  const legs = platforms.map((platform) => openAccountLeg(platform, context));
  return answerLegs(legs, {}, context, ({ account }, { refreshed }) => ({
    analytics: buildAccountMetrics(account, { at: refreshed, quarters, daily }, context),
  }));
};

interface AccountLeg extends MeasuredLeg {
  account: NetworkAccount;
}

function openAccountLeg(platform: Platform, context: HandlerContext): AccountLeg | FailedNetworkLeg {
  const { store, profile, xPair } = context;
  const account = findLinkedAccount(store, profile.id, platform);
  const id = account?.id ?? '';
  const key = `analytics/account/${profile.id}`;
  const failure =
    context.findInjectedFailure(platform) ??
    checkAccount({ platform, account, xPair }) ??
    checkScopes(platform, account, context) ??
    findXAppFailure({ platform, id: key }, context);
  if (failure !== null) return { platform, id, failure };
  if (account === undefined) throw new Error(`${platform} measures no account`);
  return { platform, id, key, account, failure: null };
}

/** Networks report whole days: those until yesterday, UTC. */
function buildAccountMetrics(
  account: NetworkAccount,
  { at, quarters, daily }: { at: number; quarters: number; daily: boolean },
  { store, profile }: HandlerContext,
): object {
  const { platform } = account;
  const names = PLATFORMS[platform].accountMetrics;
  const lastDay = toDay(at) - 1;
  const days = listDailyAccountMetrics(account, { quarters, lastDay });
  return {
    ...renameMetrics(names, { followers: countFollowers(account, lastDay), ...sumAccountMetrics(days) }),
    postsCount: countAccountPosts(store, { profile: profile.id, platform, until: at }),
    startDate: formatDay(days[0]?.day ?? lastDay),
    endDate: formatDay(lastDay),
    ...(daily && {
      daily: days.map(({ day, metrics }) => ({ date: formatDay(day), ...renameMetrics(names, metrics) })),
    }),
  };
}
