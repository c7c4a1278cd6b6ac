import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import {
  ACCOUNT_METRIC_NAMES,
  ASSUMED,
  type MetricNames,
  POST_ANALYTICS_PLATFORMS,
  POST_METRIC_NAMES,
  SOCIAL_ANALYTICS_PLATFORMS,
} from '../../service/assumed.ts';
import { CommentPlatform, PLATFORMS, Platform } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { countFollowers, listDailyAccountMetrics, sumAccountMetrics } from '../networks/account-metrics.ts';
import { checkAccount, checkPublished, type NetworkFailure } from '../networks/check-account.ts';
import { buildPostUrl } from '../networks/network-ids.ts';
import { computePostMetrics, formatDay, listDailyPostMetrics, toDay } from '../networks/post-metrics.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { Refresh, StoredSocialPost } from '../store/social-posts.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import {
  createOverallFailure,
  type FailedNetworkLeg,
  findXAppFailure,
  isSome,
  refreshLegs,
  toLegError,
} from './network-legs.ts';

/**
 * The metrics of a post on its networks.
 *
 * @see docs/service/endpoints.md#analytics
 */
export const getPostAnalytics: Handler<'getPostAnalytics'> = ({ body }, context) => {
  const { id, daily = false } = body;
  const legs = listPostLegs(body, context).map((leg) => (isFailed(leg) ? leg : openPostLeg(leg, context)));
  return answerLegs(legs, { id }, context, (leg, { refreshed }) => ({
    id: leg.id,
    postUrl: buildPostUrl(leg.platform, leg.id),
    analytics: buildPostMetrics(leg.post, { at: refreshed, daily }, context),
  }));
};

/**
 * The metrics of the accounts of a profile.
 *
 * @see docs/service/endpoints.md#analytics
 */
export const getSocialAnalytics: Handler<'getSocialAnalytics'> = ({ body }, context) => {
  const { store, profile } = context;
  const { quarters = 1, daily = false } = body;
  const linked = store.accounts.listLinked(profile.id).map(({ platform }) => platform);
  const platforms = [...new Set(body.platforms ?? linked.filter(isIn(SOCIAL_ANALYTICS_PLATFORMS)))];
  if (platforms.length === 0) throw new ServiceFailure(156, { message: 'No network is linked.' });
  const legs = platforms.map((platform) => openAccountLeg(platform, context));
  return answerLegs(legs, {}, context, ({ account }, { refreshed }) => ({
    analytics: buildAccountMetrics(account, { at: refreshed, quarters, daily }, context),
  }));
};

/** A network that will respond. */
interface MeasuredLeg {
  readonly platform: Platform;
  /** The network's id of the post or the account. */
  readonly id: string;
  /** The key under which its refreshes are counted: apart from those of comments. */
  readonly key: string;
  readonly failure: null;
}

/** A copy of a post, whose account is not checked yet. */
interface PostCopy {
  readonly platform: Platform;
  readonly id: string;
  /** Undefined for one that was deleted, or is not the profile's. */
  readonly post: StoredSocialPost | undefined;
  readonly failure: null;
}

type Failed = FailedNetworkLeg;

function isFailed(leg: { readonly failure: unknown }): leg is Failed {
  return leg.failure !== null;
}

const isIn = (valid: readonly Platform[]) => (platform: Platform) => valid.includes(platform);

/**
 * The copies of a post on the requested networks. A network without analytics is omitted, unless it is the only one.
 *
 * @throws ServiceFailure 186 when the profile has no such post
 */
function listPostLegs(
  { id, platforms, searchPlatformId = false }: HandlerInput<'getPostAnalytics'>['body'],
  { store, profile }: HandlerContext,
): readonly (PostCopy | Failed)[] {
  const [only] = platforms ?? [];
  if (searchPlatformId && only !== undefined) {
    const post = store.posts.findSocial(only, id);
    return [{ platform: only, id, post: post?.profile === profile.id ? post : undefined, failure: null }];
  }
  const about = store.posts.find(profile.id, id)?.about;
  if (about === undefined) throw new ServiceFailure(186, { id, message: 'The post id was not found.' });
  const copies = new Map(store.posts.listCopies(id).map((post) => [post.platform, post]));
  const removed = new Map(about.removed.map((copy) => [copy.platform, copy.id]));
  const all = Platform.options.filter((platform) => copies.has(platform) || removed.has(platform));
  const offered = all.filter(isIn(POST_ANALYTICS_PLATFORMS));
  return [...new Set(platforms ?? (offered.length > 0 ? offered : all))].map((platform) => {
    const post = copies.get(platform);
    const copyId = post?.id ?? removed.get(platform);
    if (copyId !== undefined) return { platform, id: copyId, post, failure: null };
    const message = `The post is not on ${PLATFORMS[platform].name}.`;
    return { platform, id, failure: { code: 186, message } };
  });
}

interface PostLeg extends MeasuredLeg {
  readonly post: StoredSocialPost;
}

function openPostLeg({ platform, id, post }: PostCopy, context: HandlerContext): PostLeg | Failed {
  const { store, profile, xPair, now } = context;
  const account = store.accounts.findLinked(profile.id, platform);
  const key = `analytics/${id}`;
  const failure =
    context.findInjectedFailure(platform) ??
    checkPublished({ platform, id }) ??
    checkAccount({ platform, account, xPair }) ??
    checkMeasurable({ platform, post }, now) ??
    checkScopes(platform, account, context) ??
    findXAppFailure({ platform, id: key }, context);
  if (failure !== null) return { platform, id, failure };
  if (post === undefined) throw new Error(`${platform} measures no post`);
  return { platform, id, key, post, failure: null };
}

/** @see docs/service/errors.md#code-485 */
function checkMeasurable(
  { platform, post }: Pick<PostCopy, 'platform' | 'post'>,
  now: number,
): NetworkFailure | null {
  const { name } = PLATFORMS[platform];
  const isStory = post?.kind === 'story';
  if (post === undefined) return { code: 186, message: `The ${name} post id was not found.` };
  if (POST_METRIC_NAMES[platform] === null || (isStory && platform === 'facebook'))
    return { code: 1415, message: `${name} has no analytics of ${isStory ? 'stories' : 'posts'}.` };
  if (!isStory || now - post.created < ASSUMED.storyLifetimeMs) return null;
  return { code: 485, message: `The analytics of this ${name} story have expired.` };
}

interface AccountLeg extends MeasuredLeg {
  readonly account: NetworkAccount;
}

function openAccountLeg(platform: Platform, context: HandlerContext): AccountLeg | Failed {
  const { store, profile, xPair } = context;
  const account = store.accounts.findLinked(profile.id, platform);
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

/**
 * A personal LinkedIn profile needs more than the usual permission. The refusal persists for a while after the
 * profile was linked again.
 *
 * @see docs/service/errors.md#code-475
 */
function checkScopes(
  platform: Platform,
  account: NetworkAccount | undefined,
  { store, now }: HandlerContext,
): NetworkFailure | null {
  if (platform !== 'linkedin' || account === undefined) return null;
  const id = `scopes/${account.id}`;
  const message = 'The LinkedIn profile was linked without the permission for its analytics.';
  const { scopesDelayMs } = ASSUMED.analytics;
  if (account.permission === 'missing') {
    const refused = { platform, id, refreshed: now, next: now + scopesDelayMs, intervalMs: scopesDelayMs };
    store.tryTransaction(() => store.refreshes.save(refused));
    return { code: 475, message, relink: true };
  }
  const last = store.refreshes.find(platform, id);
  if (last === undefined || now >= last.next || now < last.refreshed) return null;
  return { code: 475, message, details: 'the profile was linked again: it takes effect within minutes' };
}

/**
 * Responds with what each network measured, at its last refresh.
 *
 * @throws ServiceFailure when all networks failed
 * @see docs/service/comments.md#read-status, #refresh
 */
function answerLegs<Leg extends MeasuredLeg>(
  legs: readonly (Leg | Failed)[],
  envelope: { readonly id?: string },
  context: HandlerContext,
  measure: (leg: Leg, refresh: Refresh) => object,
): object {
  const open = legs.filter((leg): leg is Leg => !isFailed(leg));
  const failed = legs.filter(isFailed);
  if (open.length === 0 && isSome(failed)) throw createOverallFailure(failed, envelope);
  const fetched = open.map((leg) => ({ platform: leg.platform, id: leg.key, leg }));
  const refreshes = refreshLegs(fetched, context);
  const measured = fetched.map((each) => {
    const refresh = refreshes.get(each);
    if (refresh === undefined) throw new Error(`${each.platform} was not asked`);
    const times = {
      lastUpdated: formatIsoSeconds(refresh.refreshed),
      nextUpdate: formatIsoSeconds(refresh.next),
    };
    return [each.platform, { ...measure(each.leg, refresh), ...times }] as const;
  });
  return {
    status: isSome(failed) ? 'partial' : 'success',
    ...envelope,
    ...Object.fromEntries(measured),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
}

/** Metrics under the names of a network; those without a name are left out. */
function renameMetrics<Metric extends string>(
  names: MetricNames<Metric> | null,
  metrics: Readonly<Partial<Record<Metric, number>>>,
): Readonly<Record<string, number>> {
  const named = Object.entries(names ?? {}) as [Metric, string][]; // of the same table
  return Object.fromEntries(
    named.flatMap(([metric, name]) => {
      const value = metrics[metric];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function buildPostMetrics(
  post: StoredSocialPost,
  { at, daily }: { readonly at: number; readonly daily: boolean },
  { store }: HandlerContext,
): object {
  const { platform, id } = post;
  const names = POST_METRIC_NAMES[platform];
  const network = CommentPlatform.safeParse(platform).data;
  const byDay =
    network === undefined
      ? new Map<number, number>()
      : store.comments.countByDay({ platform: network, id, until: at });
  const comments = byDay.values().reduce((sum, count) => sum + count, 0);
  const named = renameMetrics(names, { ...computePostMetrics(post, at), comments });
  const measured = new Map(listDailyPostMetrics(post, at).map(({ day, metrics }) => [day, metrics]));
  const days = [...new Set([...measured.keys(), ...byDay.keys()])].toSorted((one, other) => one - other);
  return {
    ...named,
    ...(platform === 'twitter' && { publicMetrics: named }),
    ...(daily && {
      daily: days.map((day) => ({
        date: formatDay(day),
        ...renameMetrics(names, { ...NO_METRICS, ...measured.get(day), comments: byDay.get(day) ?? 0 }),
      })),
    }),
  };
}

/** Of a day on which only comments were written. */
const NO_METRICS = computePostMetrics({ platform: 'gmb', id: '', kind: 'post', created: 0 }, 0);

/** Networks report whole days: those until yesterday, UTC. */
function buildAccountMetrics(
  account: NetworkAccount,
  { at, quarters, daily }: { readonly at: number; readonly quarters: number; readonly daily: boolean },
  { store, profile }: HandlerContext,
): object {
  const { platform } = account;
  const names = ACCOUNT_METRIC_NAMES[platform];
  const lastDay = toDay(at) - 1;
  const days = listDailyAccountMetrics(account, { quarters, lastDay });
  return {
    ...renameMetrics(names, { followers: countFollowers(account, lastDay), ...sumAccountMetrics(days) }),
    postsCount: store.posts.countByAccount({ profile: profile.id, platform, until: at }),
    startDate: formatDay(days[0]?.day ?? lastDay),
    endDate: formatDay(lastDay),
    ...(daily && {
      daily: days.map(({ day, metrics }) => ({ date: formatDay(day), ...renameMetrics(names, metrics) })),
    }),
  };
}
