import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { getField, isRecord, type LooseRecord, readId } from '../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../errors.ts';
import type { EndpointInput } from '../../../service/endpoint.ts';
import { getPostAnalytics } from '../../../service/endpoints/analytics.ts';
import { FanOutStatus, NetworkError } from '../../../service/endpoints/comments.ts';
import {
  ACCOUNT_METRICS,
  type AccountMetric,
  type MetricNames,
  POST_METRICS,
  type PostMetric,
} from '../../../service/networks/metrics.ts';
import type { NetworkFacts } from '../../../service/networks/network-facts.ts';
import { PLATFORMS, Platform } from '../../../service/platforms.ts';
import { createPartialFailure, listUnreadNotes } from '../../framework/many/failures.ts';

const Count = z.number().nullable();

/** Metrics as JSON, each null where the network does not count it. */
function defineMetrics<Metric extends string>(metrics: readonly Metric[]) {
  // of the list of metrics
  return Object.fromEntries(metrics.map((metric) => [metric, Count])) as Record<Metric, typeof Count>;
}

const COMMON = {
  lastUpdated: z.string().nullable().describe('when the network was read'),
  nextUpdate: z.string().nullable().describe('when it is read again; until then, figures stay the same'),
  daily: z
    .array(z.looseObject({ date: z.string().describe('day in UTC') }))
    .describe('the metrics of each of the last --days days, oldest first'),
  reported: z.looseObject({}).describe('the metrics under the names of the network'),
};

export const PostAnalytics = z
  .strictObject({
    requestedId: z.string().optional().describe('of several: the id that it was requested with'),
    platform: z.string(),
    id: z.string().nullable().describe("the post's own id there"),
    postUrl: z.string().nullable(),
    ...defineMetrics(POST_METRICS),
    ...COMMON,
  })
  .meta({ id: 'PostAnalytics' });
export type PostAnalytics = z.infer<typeof PostAnalytics>;

export const AccountAnalytics = z.strictObject({
  platform: z.string(),
  ...defineMetrics(ACCOUNT_METRICS),
  posts: Count.describe('posts of the account'),
  startDate: z.string().nullable().describe('first day of the sums'),
  endDate: z.string().nullable().describe('their last day'),
  ...COMMON,
});
export type AccountAnalytics = z.infer<typeof AccountAnalytics>;

/** What an answer has beside its networks. */
export const AnalyticsEnvelope = z.strictObject({
  status: FanOutStatus,
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});

/** Reads the metrics of a post. @throws CrierError @see docs/service/endpoints.md#analytics */
export async function readPostAnalytics(
  client: Client,
  body: EndpointInput<typeof getPostAnalytics>['body'],
  days: number,
) {
  const answer = await client.call(getPostAnalytics, { body });
  const records = listLegs(answer.body).map(
    ({ platform, leg }): PostAnalytics => ({
      platform,
      id: readId(getField(leg, 'id'))?.value ?? null,
      postUrl: readText(getField(leg, 'postUrl')),
      ...readMetrics(POST_METRICS, ({ postMetrics }) => postMetrics, { platform, leg, days }),
    }),
  );
  return { records, envelope: readEnvelope(answer.body), answer };
}

/** Lists the metrics of accounts. @see docs/service/endpoints.md#analytics */
export function listAccountAnalytics(body: unknown, days: number): readonly AccountAnalytics[] {
  return listLegs(body).map(({ platform, leg }) => {
    const { reported, ...common } = readMetrics(ACCOUNT_METRICS, ({ accountMetrics }) => accountMetrics, {
      platform,
      leg,
      days,
    });
    return {
      platform,
      ...common,
      posts: readCount(reported['postsCount']),
      startDate: readText(reported['startDate']),
      endDate: readText(reported['endDate']),
      reported,
    };
  });
}

/** Unless failures are allowed, some networks that failed make the command fail; allowed ones are notes. */
export function reportFailedNetworks(
  records: readonly { platform: string }[],
  { status, errors }: z.infer<typeof AnalyticsEnvelope>,
  allowPartial: boolean,
): { notes?: readonly string[]; failure?: CrierError } {
  if (allowPartial) return { notes: listUnreadNotes(errors, null) };
  if (status === 'success') return {};
  return {
    failure: createPartialFailure(errors, new Set(records.map(({ platform }) => platform)), 'analytics'),
  };
}

export function readEnvelope(body: unknown): z.infer<typeof AnalyticsEnvelope> {
  const errors = [...readNetworkErrors(getField(body, 'errors'))];
  const status = FanOutStatus.catch('success').parse(getField(body, 'status'));
  return { status: status === 'success' && errors.length > 0 ? 'partial' : status, errors };
}

interface NetworkLeg {
  platform: string;
  leg: LooseRecord;
}

/** The networks of an answer; some services have a list for a thread of several posts. */
function listLegs(body: unknown): readonly NetworkLeg[] {
  return Object.entries(isRecord(body) ? body : {})
    .filter(([name, value]) => Platform.safeParse(name).success || getField(value, 'analytics') !== undefined)
    .flatMap(([platform, value]) =>
      [value]
        .flat()
        .filter(isRecord)
        .map((leg) => ({ platform, leg })),
    );
}

/** Field names are inferred, so the names that other networks have are tried as well. */
function readMetrics<Metric extends PostMetric | AccountMetric>(
  metrics: readonly Metric[],
  getNames: (facts: NetworkFacts) => MetricNames<Metric> | null,
  { platform, leg, days }: NetworkLeg & { days: number },
) {
  const found = getField(leg, 'analytics');
  const { daily, ...reported } = isRecord(found) ? found : {};
  const own = Platform.safeParse(platform).data;
  const candidates = new Map(
    metrics.map((metric) => {
      const others = Object.values(PLATFORMS).flatMap((each) => getNames(each)?.[metric] ?? []);
      const first = own === undefined ? undefined : getNames(PLATFORMS[own])?.[metric];
      return [metric, [...new Set([...(first === undefined ? [] : [first]), ...others, metric])]] as const;
    }),
  );
  const readFrom = (record: LooseRecord, metric: Metric) =>
    (candidates.get(metric) ?? []).reduce<number | null>(
      (count, name) => count ?? readCount(record[name]),
      null,
    );
  const listed = Array.isArray(daily) ? daily.filter(isRecord) : [];
  return {
    // of all metrics
    ...(Object.fromEntries(metrics.map((metric) => [metric, readFrom(reported, metric)])) as Record<
      Metric,
      number | null
    >),
    lastUpdated: readTimestamp(leg['lastUpdated']).iso,
    nextUpdate: readTimestamp(leg['nextUpdate']).iso,
    daily: (days === 0 ? [] : listed.slice(-days)).map((day) => ({
      date: readText(day['date']) ?? '',
      ...Object.fromEntries(
        metrics.flatMap((metric) => {
          const count = readFrom(day, metric);
          return count === null ? [] : [[metric, count] as const];
        }),
      ),
    })),
    reported,
  };
}

/** Networks count in numbers; some services write large ones as text. */
function readCount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
