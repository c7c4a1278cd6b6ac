import { DAY_MS } from '../../service/durations.ts';
import { POST_METRICS, type PostMetric } from '../../service/networks/metrics.ts';
import type { Platform } from '../../service/platforms.ts';
import { SIMULATED_NETWORKS } from './behavior/simulated-networks.ts';
import { deriveNumber } from './derive-ids.ts';

/** What is counted of a post by a model; its comments are those that the sandbox has. */
type ModelMetric = Exclude<PostMetric, 'comments'>;
export type PostMetrics = Readonly<Record<ModelMetric, number>>;

const METRICS = POST_METRICS.filter((metric): metric is ModelMetric => metric !== 'comments');

export interface MeasuredPost {
  readonly platform: Platform;
  /** Social Post ID: the seed of its metrics. */
  readonly id: string;
  readonly kind: 'post' | 'reel' | 'story';
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** Likes in the end: from the least to `spread` more. */
const LIKES = { least: 12, spread: 400 } as const;
/** A post differs from the proportions of its network by up to this many hundredths, in both directions. */
const VARIATION = 30;
const HUNDRED = 100;
const THOUSAND = 1_000;
/** A video is shown to more people. */
const REEL_VIEWS = 2;

/**
 * What a post has in the end. Counts keep their order, whatever the variation: reach ≤ views ≤ impressions.
 */
function computeFinalMetrics({ platform, id, kind }: MeasuredPost): PostMetrics {
  const seed = `${platform}/${id}`;
  const vary = (count: number, name: string) =>
    (count * (HUNDRED - VARIATION + deriveNumber(`${seed}/${name}`, 2 * VARIATION + 1))) / HUNDRED;
  const { viewsPerLike, per100Likes, per100Views, per1000Views, secondsPerView } =
    SIMULATED_NETWORKS[platform].scale;
  const likes = LIKES.least + deriveNumber(`${seed}/likes`, LIKES.spread);
  const views = vary(likes * viewsPerLike, 'views') * (kind === 'reel' ? REEL_VIEWS : 1);
  const ofLikes = (share: number, name: string) => vary((likes * share) / HUNDRED, name);
  const ofViews = (share: number, name: string) => vary((views * share) / THOUSAND, name);
  return {
    likes,
    shares: ofLikes(per100Likes.shares, 'shares'),
    quotes: ofLikes(per100Likes.quotes, 'quotes'),
    saves: ofLikes(per100Likes.saves, 'saves'),
    views,
    reach: (views * per100Views.reach) / HUNDRED,
    impressions: (views * per100Views.impressions) / HUNDRED,
    clicks: ofViews(per1000Views.clicks, 'clicks'),
    follows: ofViews(per1000Views.follows, 'follows'),
    watchedSeconds: vary(views * secondsPerView, 'watched'),
  };
}

/** After it, nothing is added. */
const GROWS_FOR_MS = 365 * DAY_MS;

/**
 * The share of its final metrics that a post has at some age: an exponential approach to 1, with the network's
 * half-life.
 */
function computeGrowth(platform: Platform, ageMs: number): number {
  if (ageMs <= 0) return 0;
  if (ageMs >= GROWS_FOR_MS) return 1;
  const { halfLifeMs } = SIMULATED_NETWORKS[platform].scale;
  const approach = (ms: number) => 1 - 2 ** (-ms / halfLifeMs);
  return Math.min(1, approach(ageMs) / approach(GROWS_FOR_MS));
}

/**
 * The metrics of a post at some time: the same for every read of that time, and never fewer later.
 *
 * @param at milliseconds since 1970
 * @see docs/service/endpoints.md#analytics
 */
export function computePostMetrics(post: MeasuredPost, at: number): PostMetrics {
  return computeShare(computeFinalMetrics(post), computeGrowth(post.platform, at - post.created));
}

function computeShare(final: PostMetrics, growth: number): PostMetrics {
  return mapMetrics((metric) => Math.floor(final[metric] * growth));
}

function mapMetrics(compute: (metric: ModelMetric) => number): PostMetrics {
  // from the list of all metrics
  return Object.fromEntries(METRICS.map((metric) => [metric, compute(metric)])) as PostMetrics;
}

/**
 * What each day added, from the day of publication on, as long as a post grows. The days add up to
 * `computePostMetrics` at the same time.
 *
 * @param at milliseconds since 1970
 * @returns the metrics of each day, UTC, in days since 1970
 */
export function listDailyPostMetrics(
  post: MeasuredPost,
  at: number,
): readonly { day: number; metrics: PostMetrics }[] {
  const final = computeFinalMetrics(post);
  const until = Math.min(at, post.created + GROWS_FOR_MS);
  if (until < post.created) return [];
  const first = toDay(post.created);
  const totalAt = (ms: number) => computeShare(final, computeGrowth(post.platform, ms - post.created));
  let before = totalAt(post.created);
  return Array.from({ length: toDay(until) - first + 1 }, (_, offset) => {
    const day = first + offset;
    const total = totalAt(Math.min(until, (day + 1) * DAY_MS));
    const metrics = mapMetrics((metric) => total[metric] - before[metric]);
    before = total;
    return { day, metrics };
  });
}

/** @returns days since 1970, UTC */
export function toDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Formats a day as `YYYY-MM-DD`. @param day days since 1970 */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, DAY_LENGTH);
}
