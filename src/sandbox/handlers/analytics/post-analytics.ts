import { ASSUMED } from '../../../service/assumed.ts';
import {
  CommentPlatform,
  PLATFORMS,
  Platform,
  POST_ANALYTICS_PLATFORMS,
} from '../../../service/platforms.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import { checkAccount, checkPublished, type NetworkFailure } from '../../networks/check-account.ts';
import { buildPostUrl } from '../../networks/network-ids.ts';
import { computePostMetrics, formatDay, listDailyPostMetrics } from '../../networks/post-metrics.ts';
import { countCommentsByDay } from '../../store/comments.ts';
import { findPost } from '../../store/posts.ts';
import { findLinkedAccount } from '../../store/profiles.ts';
import { findSocialPost, listCopies, type StoredSocialPost } from '../../store/social-posts.ts';
import type { Handler, HandlerContext, HandlerInput } from '../handler.ts';
import { type FailedNetworkLeg, findXAppFailure } from '../network-legs.ts';
import {
  answerLegs,
  checkScopes,
  isFailed,
  isIn,
  type MeasuredLeg,
  renameMetrics,
} from './analytics-legs.ts';

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

/** A copy of a post, whose account is not checked yet. */
interface PostCopy {
  platform: Platform;
  id: string;
  /** Undefined for one that was deleted, or is not the profile's. */
  post: StoredSocialPost | undefined;
  failure: null;
}

/**
 * The copies of a post on the requested networks. A network without analytics is omitted, unless it is the only one.
 *
 * @throws ServiceFailure 186 when the profile has no such post
 */
function listPostLegs(
  { id, platforms, searchPlatformId = false }: HandlerInput<'getPostAnalytics'>['body'],
  { store, profile }: HandlerContext,
): readonly (PostCopy | FailedNetworkLeg)[] {
  const [only] = platforms ?? [];
  if (searchPlatformId && only !== undefined) {
    const post = findSocialPost(store, only, id);
    return [{ platform: only, id, post: post?.profile === profile.id ? post : undefined, failure: null }];
  }
  const about = findPost(store, profile.id, id)?.about;
  if (about === undefined) throw new ServiceFailure(186, { id, message: 'The post id was not found.' });
  const copies = new Map(listCopies(store, id).map((post) => [post.platform, post]));
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

type PostLeg = MeasuredLeg & { post: StoredSocialPost };

function openPostLeg(copy: PostCopy, context: HandlerContext): PostLeg | FailedNetworkLeg {
  const { platform, id, post } = copy;
  const { store, profile, xPair, now } = context;
  const account = findLinkedAccount(store, profile.id, platform);
  const key = `analytics/${id}`;
  const failure =
    context.findInjectedFailure(platform) ??
    checkPublished({ platform, id }) ??
    checkAccount({ platform, account, xPair }) ??
    checkMeasurable(copy, now) ??
    checkScopes(platform, account, context) ??
    findXAppFailure({ platform, id: key }, context);
  if (failure !== null) return { platform, id, failure };
  if (post === undefined) throw new Error(`${platform} measures no post`);
  return { platform, id, key, post, failure: null };
}

/** @see docs/service/errors.md#code-485 */
function checkMeasurable({ platform, post }: PostCopy, now: number): NetworkFailure | null {
  const { name, postMetrics, storyMetrics } = PLATFORMS[platform];
  const isStory = post?.kind === 'story';
  if (post === undefined) return { code: 186, message: `The ${name} post id was not found.` };
  if (postMetrics === null || (isStory && !storyMetrics))
    return { code: 1415, message: `${name} has no analytics of ${isStory ? 'stories' : 'posts'}.` };
  if (!isStory || now - post.created < ASSUMED.storyLifetimeMs) return null;
  return { code: 485, message: `The analytics of this ${name} story have expired.` };
}

function buildPostMetrics(
  post: StoredSocialPost,
  { at, daily }: { at: number; daily: boolean },
  { store }: HandlerContext,
): object {
  const { platform, id } = post;
  const network = CommentPlatform.safeParse(platform).data;
  const byDay =
    network === undefined
      ? new Map<number, number>()
      : countCommentsByDay(store, { platform: network, id, until: at });
  const comments = byDay.values().reduce((sum, count) => sum + count, 0);
  const { postMetrics, repeatsMetricsIn } = PLATFORMS[platform];
  const named = renameMetrics(postMetrics, { ...computePostMetrics(post, at), comments });
  return {
    ...named,
    ...(repeatsMetricsIn !== undefined && { [repeatsMetricsIn]: named }),
    ...(daily && { daily: listDays(post, { at, commentsByDay: byDay }) }),
  };
}

/** The days of a post, and later ones on which comments were written. */
function listDays(
  post: StoredSocialPost,
  { at, commentsByDay }: { at: number; commentsByDay: ReadonlyMap<number, number> },
): readonly object[] {
  const measured = new Map(listDailyPostMetrics(post, at).map(({ day, metrics }) => [day, metrics]));
  const days = [...new Set([...measured.keys(), ...commentsByDay.keys()])];
  return days
    .toSorted((one, other) => one - other)
    .map((day) => ({
      date: formatDay(day),
      ...renameMetrics(PLATFORMS[post.platform].postMetrics, {
        ...NO_METRICS,
        ...measured.get(day),
        comments: commentsByDay.get(day) ?? 0,
      }),
    }));
}

/** Of a day on which only comments were written. */
const NO_METRICS = computePostMetrics({ platform: 'gmb', id: '', kind: 'post', created: 0 }, 0);
