import { ASSUMED } from '../../../service/assumed.ts';
import { ACCOUNT_METRICS, type AccountMetric } from '../../../service/networks/metrics.ts';
import { PLATFORMS, type Platform, SOCIAL_ANALYTICS_PLATFORMS } from '../../../service/platforms.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import { SIMULATED_NETWORKS } from '../../networks/behavior/simulated-networks.ts';
import { checkAccount } from '../../networks/check-account.ts';
import { deriveNumber } from '../../networks/derive-ids.ts';
import { formatDay, toDay } from '../../networks/post-metrics.ts';
import { findLinkedAccount, listLinkedAccounts, type NetworkAccount } from '../../store/profiles.ts';
import { countAccountPosts } from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { type FailedNetworkLeg, findXAppFailure } from '../network-legs.ts';
import { answerLegs, checkScopes, isIn, type MeasuredLeg, renameMetrics } from './analytics-legs.ts';

/** What is counted of an account by day. */
type DailyMetric = Exclude<AccountMetric, 'followers'>;
export type AccountMetrics = Readonly<Record<DailyMetric, number>>;

const METRICS = ACCOUNT_METRICS.filter((metric): metric is DailyMetric => metric !== 'followers');

interface MeasuredAccount {
  platform: Platform;
  /** The network's id: the seed of its metrics. */
  id: string;
}

/** Values on a usual day of a small business, the same on every network; an account has a share of them. */
const ON_A_DAY: AccountMetrics = {
  impressions: 240,
  reach: 150,
  profileViews: 16,
  engagements: 30,
  clicks: 8,
  newFollowers: 4,
};

const HUNDRED = 100;
/** How far an account differs from others, and a day from others, in hundredths. */
const VARIATION = 50;

/** An assumption: activity rises by a thousandth of its first value each day from then on. */
const RISES_FROM_DAY = 20_000;
const THOUSAND = 1_000;

/** An assumption: followers come from then on, to those that the account began with. */
const FOLLOWED_FROM_DAY = 19_000;
const FIRST_FOLLOWERS = 250;

const { quarterDays } = ASSUMED.analytics;

/**
 * A value of one day. It varies over a quarter in a pattern that repeats, and rises slowly: a day has at least the
 * value of the day a quarter earlier, so that the sum of whole quarters never falls.
 */
function computeDailyMetric({ platform, id }: MeasuredAccount, metric: DailyMetric, day: number): number {
  if (metric === 'newFollowers' && day < FOLLOWED_FROM_DAY) return 0;
  // the same as of impressions, so that reach stays below them
  const seed = `${platform}/${id}/${metric === 'reach' ? 'impressions' : metric}`;
  const vary = (name: string) => HUNDRED - VARIATION + deriveNumber(name, 2 * VARIATION + 1);
  const size =
    (ON_A_DAY[metric] * SIMULATED_NETWORKS[platform].accountSize * vary(`${platform}/${id}/size`)) /
    HUNDRED ** 2;
  // new followers do not rise: their sum over all days is known without adding them up
  const rise = metric === 'newFollowers' ? 0 : Math.max(0, day - RISES_FROM_DAY);
  const pattern = vary(`${seed}/${day % quarterDays}`);
  return Math.floor((size * pattern * (THOUSAND + rise)) / (HUNDRED * THOUSAND));
}

interface DailyAccountMetrics {
  /** Days since 1970, UTC. */
  day: number;
  metrics: AccountMetrics;
}

/**
 * What an account got on each day of some quarters, which are of 90 days.
 *
 * @param lastDay the last whole day, in days since 1970
 */
export function listDailyAccountMetrics(
  account: MeasuredAccount,
  { quarters, lastDay }: { quarters: number; lastDay: number },
): readonly DailyAccountMetrics[] {
  const length = quarters * quarterDays;
  return Array.from({ length }, (_, offset) => {
    const day = lastDay - length + 1 + offset;
    return { day, metrics: mapMetrics((metric) => computeDailyMetric(account, metric, Math.max(0, day))) };
  });
}

export function sumAccountMetrics(days: readonly DailyAccountMetrics[]): AccountMetrics {
  return mapMetrics((metric) => days.reduce((sum, { metrics }) => sum + metrics[metric], 0));
}

/** Followers at the end of a day; the difference of two days are the new followers between them. */
export function countFollowers(account: MeasuredAccount, day: number): number {
  const days = Math.max(0, day + 1 - FOLLOWED_FROM_DAY);
  const sumFirst = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      computeDailyMetric(account, 'newFollowers', FOLLOWED_FROM_DAY + at),
    ).reduce((sum, each) => sum + each, 0);
  const wholeQuarters = Math.floor(days / quarterDays);
  return FIRST_FOLLOWERS + wholeQuarters * sumFirst(quarterDays) + sumFirst(days % quarterDays);
}

function mapMetrics(compute: (metric: DailyMetric) => number): AccountMetrics {
  // from the list of all metrics
  return Object.fromEntries(METRICS.map((metric) => [metric, compute(metric)])) as AccountMetrics;
}

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

type AccountLeg = MeasuredLeg & { account: NetworkAccount };

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
