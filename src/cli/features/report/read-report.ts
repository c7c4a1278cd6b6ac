import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { formatIsoDay, getCalendarDay } from '../../../domain/time/calendar-days.ts';
import { UTC_CLOCK } from '../../../domain/time/local-time.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../errors.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { getSocialAnalytics } from '../../../service/endpoints/analytics.ts';
import { getUser } from '../../../service/endpoints/profiles.ts';
import { LIMITS } from '../../../service/limits.ts';
import { ACCOUNT_METRICS, POST_METRICS, type PostMetric } from '../../../service/networks/metrics.ts';
import { ReviewPlatform } from '../../../service/platforms.ts';
import type { UserAnswer } from '../../../service/profiles.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { listFailureEntries, summarizeUnread, type UnreadPart } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { listAccountAnalytics, readEnvelope, readPostAnalytics } from '../analytics/read-metrics.ts';
import { countActivity } from '../automations/activity/count-activity.ts';
import { countAutomationRows, pickAutomations } from '../automations/activity/query-activity.ts';
import { openDoneComments } from '../comments/done-comments.ts';
import { keepOwnAccounts } from '../comments/own-accounts.ts';
import { getPublishedTime, type PublishedPost, readPublishedPosts } from '../posts/published-posts.ts';
import { foldReviews } from '../reviews/read-reviews.ts';
import type { Review } from '../reviews/review.ts';
import { readCommentsSection } from './read-comments-section.ts';
import type { ProfileReport, ReportedPost } from './report-document.ts';
import { AT_ONCE, type ReportPeriod, type SectionRun } from './section-run.ts';

/** What was read for a profile. */
export interface ProfileReading {
  readonly report: ProfileReport;
  /** How long comments waited for their answers, in milliseconds. */
  readonly waits: readonly number[];
  /** Sections that failed as a whole, in sentences. */
  readonly failures: readonly { readonly section: string; readonly failure: CrierError }[];
  /** Whether posts of the period, or others with comments, were left out. */
  readonly hasMorePosts: boolean;
  readonly postsRead: number;
}

/**
 * Reads what a report has of a profile: one request for its accounts, its followers, its posts and its automations, two for
 * its reviews, one for the comments of each post, one for the figures of each post of the period, and one or more for the
 * activity of each automation that was triggered in it.
 *
 * @throws CrierError when the accounts or the posts could not be read
 */
export async function readProfileReport(
  service: ServicePort,
  { profile, most, period, io }: { profile: string | null; most: number; period: ReportPeriod; io: IoPort },
): Promise<ProfileReading> {
  const client = await service.client();
  const { body: user } = await client.call(getUser, {});
  const own = await keepOwnAccounts(user, service, io);
  const { posts, hasMore } = await readPublishedPosts(client, { most });
  const unread: { section: string; message: string }[] = [];
  const failures: { section: string; failure: CrierError }[] = [];
  const run: SectionRun = {
    ...period,
    client,
    posts,
    own,
    isOpen: (await openDoneComments(service, io)).filter(),
    now: io.now,
    miss(section, parts) {
      const message = summarizeUnread(parts, { start: '', namesCommand: false });
      if (message !== null) unread.push({ section, message });
    },
    limit(section, longestMs) {
      if (period.end - period.start <= longestMs) return;
      const days = formatCount(Math.floor(longestMs / DAY_MS), 'day');
      unread.push({ section, message: `the service has only the last ${days}` });
    },
  };
  const attempt = async <Value>(section: string, read: (run: SectionRun) => Promise<Value>) => {
    try {
      return await read(run);
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      if (error.facts.code !== NOT_LINKED) unread.push({ section, message: error.message });
      if (!isAbsent(error)) failures.push({ section, failure: error });
      return null;
    }
  };
  const comments = await attempt('comments', readCommentsSection);
  const report: ProfileReport = {
    profile,
    brand: nameBrand(user, profile),
    followers: await attempt('followers', readFollowers),
    posts: await attempt('posts', readPosts),
    comments: comments?.section ?? null,
    automations: await attempt('automations', readAutomations),
    reviews: await attempt('reviews', readReviewsSection),
    unread,
  };
  const oldest = posts.at(-1);
  const isCut = hasMore && oldest !== undefined && getPublishedTime(oldest) >= period.start;
  return { report, waits: comments?.waits ?? [], failures, hasMorePosts: isCut, postsRead: posts.length };
}

const NOT_LINKED = 156;

/** Whether the profile has no such thing: its plan does not include it, or no account has it. */
function isAbsent({ kind, facts }: CrierError): boolean {
  return kind === 'not-allowed' || facts.code === NOT_LINKED;
}

/** People know the name of the accounts; the title of a User Profile was chosen for the client. */
function nameBrand({ title, displayNames }: UserAnswer, profile: string | null): string {
  const names = (displayNames ?? []).flatMap(({ displayName }) => displayName ?? []);
  const byName = [...Map.groupBy(names, (name) => name)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const [account] = byName[0] ?? [];
  return (profile === null ? (account ?? title) : (title ?? account)) || (profile ?? 'Primary Profile');
}

const toUtcDay = (ms: number) => formatIsoDay(getCalendarDay(UTC_CLOCK, ms));

async function readFollowers({
  client,
  start,
  end,
  miss,
  limit,
}: SectionRun): Promise<ProfileReport['followers']> {
  const { min, max } = LIMITS.analyticsQuarters;
  limit('followers', max * DAYS_OF_QUARTER * DAY_MS);
  const quarters = Math.min(max, Math.max(min, Math.ceil((end - start) / DAY_MS / DAYS_OF_QUARTER)));
  const { body } = await client.call(getSocialAnalytics, { body: { quarters, daily: true } });
  miss(
    'followers',
    readEnvelope(body).errors.map((error) => ({ id: '', error })),
  );
  const first = toUtcDay(start);
  const accounts = listAccountAnalytics(body, max * DAYS_OF_QUARTER).map(({ platform, followers, daily }) => {
    const days = daily.filter(({ date }) => date >= first);
    const sum = (metric: string) => addCounts(days.map((day) => readNumber(day[metric])));
    // of the list of metrics
    const sums = Object.fromEntries(ACCOUNT_METRICS.map((metric) => [metric, sum(metric)])) as Record<
      (typeof ACCOUNT_METRICS)[number],
      number | null
    >;
    return { days, row: { platform, ...sums, followers } };
  });
  const dated = accounts.flatMap(({ days }) =>
    days.map((day) => ({ date: day.date, added: readNumber(day['newFollowers']) })),
  );
  const byDay = Map.groupBy(dated, ({ date }) => date);
  return {
    followers: addCounts(accounts.map(({ row }) => row.followers)),
    newFollowers: addCounts(accounts.map(({ row }) => row.newFollowers)),
    days: [...byDay]
      .map(([date, some]) => ({ date, newFollowers: addCounts(some.map(({ added }) => added)) ?? 0 }))
      .toSorted((one, other) => one.date.localeCompare(other.date)),
    networks: accounts
      .map(({ row }) => row)
      .toSorted((one, other) => (other.followers ?? -1) - (one.followers ?? -1)),
  };
}

/** @see docs/service/endpoints.md#API-05 */
const DAYS_OF_QUARTER = 90;

const readNumber = (value: unknown) => (typeof value === 'number' ? value : null);

/** The sum of what is counted; null if nothing is. */
export function addCounts(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** What people do with a post, beside looking at it. */
const INTERACTIONS: readonly PostMetric[] = ['likes', 'comments', 'shares', 'quotes', 'saves'];

async function readPosts({ client, posts, start, miss }: SectionRun): Promise<ProfileReport['posts']> {
  const found = posts.filter((post) => getPublishedTime(post) >= start);
  const byId = new Map(found.map((post) => [post.id, post]));
  const list: ReportedPost[] = [];
  const parts: UnreadPart[] = [];
  const read = (id: string) => readPostAnalytics(client, { id }, 0);
  for await (const { id, value, failure } of runEach([...byId.keys()], { atOnce: AT_ONCE }, read)) {
    if (failure !== null) parts.push(...listFailureEntries(id, failure).map((error) => ({ id, error })));
    parts.push(...(value?.envelope.errors ?? []).map((error) => ({ id, error })));
    const post = byId.get(id);
    if (post !== undefined) list.push(toReportedPost(post, value?.records ?? []));
  }
  miss('posts', parts);
  const ranked = list
    .filter(({ interactions }) => interactions !== null)
    .toSorted((one, other) => (other.interactions ?? 0) - (one.interactions ?? 0));
  const hasRanks = ranked.length > 1;
  return {
    published: list.length,
    interactions: addCounts(list.map(({ interactions }) => interactions)),
    ...addMetrics(list),
    best: hasRanks ? (ranked.at(0)?.id ?? null) : null,
    worst: hasRanks ? (ranked.at(-1)?.id ?? null) : null,
    list,
  };
}

type Metrics = Record<PostMetric, number | null>;

function addMetrics(rows: readonly Metrics[]): Metrics {
  // of the list of metrics
  return Object.fromEntries(
    POST_METRICS.map((metric) => [metric, addCounts(rows.map((row) => row[metric]))]),
  ) as Metrics;
}

function toReportedPost(
  post: PublishedPost,
  records: Awaited<ReturnType<typeof readPostAnalytics>>['records'],
): ReportedPost {
  const sums = addMetrics(records);
  return {
    id: post.id,
    post: post.post,
    publishedAt: formatIsoSeconds(getPublishedTime(post)),
    platforms: [...(post.platforms ?? [])],
    mediaUrls: [...(post.mediaUrls ?? [])],
    interactions: addCounts(INTERACTIONS.map((metric) => sums[metric])),
    ...sums,
    networks: records.map((record) => ({
      platform: record.platform,
      postUrl: record.postUrl,
      ...addMetrics([record]),
    })),
  };
}

async function readAutomations({
  client,
  start,
  since,
  now,
  miss,
  limit,
}: SectionRun): Promise<ProfileReport['automations']> {
  const triggered = await pickAutomations(client, ({ id, stats }) => {
    const { ms } = readTimestamp(stats?.lastTriggeredAt);
    return (ms === null ? stats == null : ms >= start) ? id : null;
  });
  limit('automations', LIMITS.activityLookbackMs);
  const rows = countActivity('status');
  const reasons = countActivity('reason');
  const parts: UnreadPart[] = [];
  const read = async (id: string) => {
    const counters = [countActivity('status'), countActivity('reason')] as const;
    await countAutomationRows(client, { id, since, recipient: undefined, hasWords: undefined }, counters, {
      now: now(),
    });
    return counters;
  };
  for await (const { id, value, failure } of runEach(triggered, {}, read)) {
    if (failure !== null) parts.push(...listFailureEntries(id, failure).map((error) => ({ id, error })));
    if (value === null) continue;
    rows.addCounts(value[0].counts);
    reasons.addCounts(value[1].counts);
  }
  miss('automations', parts);
  const { totals } = rows.result();
  return {
    rows: totals.rows,
    people: totals.people,
    sent: totals.sent,
    failed: totals.failed,
    other: totals.other,
    reasons: reasons.result().report.map((reason) => ({ name: reason.name, rows: reason.rows })),
  };
}

async function readReviewsSection({ client, start, miss }: SectionRun): Promise<ProfileReport['reviews']> {
  const isNew = (time: string | null) => (readTimestamp(time).ms ?? 0) >= start;
  const all = await Array.fromAsync(
    runEach(ReviewPlatform.options, { keys: 'own' }, (platform) =>
      foldReviews(client, platform, () => {
        const added: Review[] = [];
        return {
          add: (review) => void (isNew(review.createdAt) && added.push(review)),
          end: (counts) => ({ ...counts, added }),
        };
      }),
    ),
  );
  const failed = all.flatMap(({ failure }) => failure ?? []);
  const [first] = failed;
  if (first !== undefined && failed.length === all.length)
    throw failed.find((each) => !isAbsent(each)) ?? first;
  const isShown = (failure: CrierError | null) => failure !== null && !isAbsent(failure);
  miss(
    'reviews',
    all.flatMap(({ id, failure }) =>
      isShown(failure)
        ? [{ id: '', error: { platform: id, code: failure?.facts.code, message: failure?.message } }]
        : [],
    ),
  );
  const reads = all.flatMap(({ value }) => value ?? []);
  return {
    networks: reads.map(({ platform, added, count, unanswered, body }) => ({
      platform,
      averageRating: body.averageRating ?? null,
      totalReviewCount: body.totalReviewCount ?? count,
      unanswered,
      added: added.length,
    })),
    latest: reads
      .flatMap(({ added }) => added)
      .toSorted((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? '')),
  };
}
