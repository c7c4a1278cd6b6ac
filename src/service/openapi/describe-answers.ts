import * as z from 'zod';
import { describeCommentRecord } from '../comment-records.ts';
import type { EndpointName } from '../endpoints.ts';
import type { MetricNames } from '../networks/metrics.ts';
import { CommentPlatform, PLATFORMS, Platform } from '../platforms.ts';

const Time = z.string().describe('such as 2027-03-02T08:15:00Z');
const Day = z.string().describe('such as 2027-03-02, UTC');
const Figure = z.int().min(0);

const FailedNetwork = z.looseObject({
  platform: z.string(),
  status: z.literal('error'),
  code: z.int(),
  message: z.string().optional(),
  id: z.string().nullish(),
});

const ENVELOPE = {
  status: z.enum(['success', 'partial']),
  errors: z.array(FailedNetwork).optional().describe('of partial: one entry for each network that failed'),
};
const READING = { lastUpdated: Time, nextUpdate: Time };

/** The metrics of a network, each a number, and days of them. */
function describeMetrics(names: MetricNames<string>) {
  const figures = Object.fromEntries(Object.values(names).map((name) => [name, Figure.optional()]));
  return {
    ...figures,
    daily: z
      .array(z.looseObject({ date: Day, ...figures }))
      .optional()
      .describe('of each day; with daily'),
  };
}

/** One member for each network that is offered. */
function describeNetworks<Network extends Platform>(
  networks: readonly Network[],
  describe: (network: Network) => z.ZodType | null,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    networks.flatMap((network) => {
      const described = describe(network);
      return described === null ? [] : [[network, described.optional()]];
    }),
  );
}

/** A comment with its replies, or one of these where they are asked for; replies to replies are left open. */
function describeComment(network: CommentPlatform): z.ZodType {
  const { comment, reply } = describeCommentRecord(network);
  if (reply === null) return comment;
  const { replies: _deeper, ...fields } = reply.shape;
  const flat = z.looseObject(fields);
  const replies = z.array(flat).optional();
  return z.union([comment.extend({ replies }), flat.extend({ replies })]);
}

/**
 * Answers that the table of endpoints leaves open: the client reads each part by itself, so that a malformed one does
 * not hide the others. The document describes them as the service gives them.
 *
 * @see docs/service/endpoints.md#analytics
 * @see docs/service/comments.md#response
 */
export const DESCRIBED_ANSWERS: Readonly<Partial<Record<EndpointName, z.ZodObject>>> = {
  getPostAnalytics: z.looseObject({
    ...ENVELOPE,
    id: z.string().describe('the requested id'),
    ...describeNetworks(Platform.options, (network) => {
      const { postMetrics: names, repeatsMetricsIn } = PLATFORMS[network];
      if (names === null) return null;
      const metrics = describeMetrics(names);
      const { daily: _days, ...figures } = metrics;
      const repeated = repeatsMetricsIn === undefined ? {} : { [repeatsMetricsIn]: z.looseObject(figures) };
      const analytics = z.looseObject({ ...metrics, ...repeated });
      return z.looseObject({ id: z.string(), postUrl: z.string(), analytics, ...READING });
    }),
  }),
  getSocialAnalytics: z.looseObject({
    ...ENVELOPE,
    ...describeNetworks(Platform.options, (network) => {
      const names = PLATFORMS[network].accountMetrics;
      if (names === null) return null;
      const period = { postsCount: Figure, startDate: Day, endDate: Day };
      return z.looseObject({
        analytics: z.looseObject({ ...describeMetrics(names), ...period }),
        ...READING,
      });
    }),
  }),
  getComments: z.looseObject({
    ...ENVELOPE,
    id: z.string().describe('the requested id'),
    ...READING,
    ...describeNetworks(CommentPlatform.options, (network) => z.array(describeComment(network))),
  }),
};
