import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { AnyId } from '../../../../service/ids.ts';
import { Platform, POST_ANALYTICS_PLATFORMS } from '../../../../service/platforms.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { defineIdDocument } from '../../../framework/many/change-several.ts';
import { ALL_KEPT } from '../../../framework/many/failures.ts';
import { getOnlyId, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { type EachRead, streamEach } from '../../../framework/many/stream-each.ts';
import { toErrorDocument } from '../../../framework/output/failures.ts';
import { refuseRawOfSeveral } from '../../../framework/output/printing/show-result.ts';
import type { ListView } from '../../../framework/output/view.ts';
import { RECENT_POSTS, readRecentPostIds } from '../../posts/published-posts.ts';
import { buildPostColumns, DAYS } from '../metric-columns.ts';
import {
  AnalyticsEnvelope,
  PostAnalytics,
  readPostAnalytics,
  reportFailedNetworks,
} from '../read-metrics.ts';

const networks = z.enum(Platform.extract([...POST_ANALYTICS_PLATFORMS]).options);

export default defineCommand({
  summary: 'Show likes, views and reach of posts by network',
  description: `
An id is a Service Post ID, and the networks of the post are listed together; with --platform, it is a post's own id on that
network. A line draws what each of the last days added: views, or impressions, or likes, whichever a network counts. Names differ
by network: the JSON document has the metrics under common names, null where a network does not count them, and as the
network names them under "reported". Figures stay the same until "nextUpdate". If some networks fail, the others are
printed and the exit code is 3.

Without an id, the ${RECENT_POSTS} posts that were published last are read. With several ids, posts are printed as they are read, and a failed id does not stop the others: "results" in the JSON
document has the result of each id, and "requestedId" of each entry the id it was requested with.`,
  examples: [
    'analytics post --allow-partial',
    'analytics post Sp7kQm2XvLr9TzBd4HnW',
    'analytics post Sp7kQm2XvLr9TzBd4HnW --days 7 --json',
    'analytics post Gv3rPq7YsKa5MdHt8ZwE Mn5cTy8LrWb2QzHp6KsD -o csv',
    "analytics post Sp7kQm2XvLr9TzBd4HnW --jq '.analytics[] | {platform, views, reach}'",
    'analytics post 18119826100716099 --platform instagram',
  ],
  positional: ['ids'],
  reads: { worksWithoutIds: true },
  references: ['post', 'networkPost'],
  mixesReferences: true,
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    ids: defineFlag(
      z.array(AnyId).default([]).describe('Service Post IDs; with --platform, ids on that network'),
      { placeholder: 'id', offers: 'post id' },
    ),
    platform: defineFlag(networks.optional().describe('network that the ids belong to'), {
      placeholder: 'network',
    }),
    days: DAYS,
    allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
  }),
  output: z.union([
    AnalyticsEnvelope.extend({ id: z.string(), analytics: z.array(PostAnalytics) }),
    z.strictObject({
      results: z
        .array(
          defineIdDocument('success, partial or error').extend({
            id: z.string().describe('id as given'),
            errors: AnalyticsEnvelope.shape.errors,
          }),
        )
        .describe('result of each request, in the order of the ids'),
      analytics: z.array(PostAnalytics),
    }),
  ]),
  records: 'analytics',
  async run(
    { ids: given, idsFrom, platform: ofAll, days, allowPartial, concurrency },
    { service, io },
    flagsOf,
  ) {
    const client = await service.client();
    const isRecent = given.length === 0 && idsFrom === undefined && ofAll === undefined;
    const ids = isRecent
      ? await readRecentPostIds(client, { most: RECENT_POSTS })
      : await readIdsOrRaw({ ids: given, idsFrom }, io);
    if (isRecent) refuseRawOfSeveral(ids.length, io.printing);
    const read = (id: string) => {
      const platform = flagsOf(id).platform ?? ofAll;
      const ofNetwork = platform !== undefined && { platforms: [platform], searchPlatformId: true };
      return readPostAnalytics(client, { id, ...ofNetwork, ...(days > 0 && { daily: true }) }, days);
    };
    const id = isRecent ? null : getOnlyId(ids, idsFrom);
    const hasDays = days > 0;
    if (id === null) return readSeveralPosts(ids, { read, hasDays, allowPartial, concurrency }, io);
    const { records, envelope, answer } = await read(id);
    return {
      view: buildPostList(records, { ...envelope, id }, hasDays),
      raw: answer.bytes,
      ...getServiceTime(answer),
      ...reportFailedNetworks(records, envelope, allowPartial),
    };
  },
});

function buildPostList(
  records: readonly PostAnalytics[],
  beside: object,
  hasDays: boolean,
): ListView<unknown> {
  return {
    kind: 'list',
    document: { ...beside, analytics: records },
    key: 'analytics',
    rows: records,
    columns: buildPostColumns(hasDays),
    empty: 'no analytics',
  };
}

interface MeasuredPostResult {
  id: string;
  status: string;
  records: readonly PostAnalytics[];
  /** Null when it was read completely. */
  failure: CrierError | null;
}

function readSeveralPosts(
  ids: readonly string[],
  flags: {
    read(id: string): ReturnType<typeof readPostAnalytics>;
    hasDays: boolean;
    allowPartial: boolean;
    concurrency: number;
  },
  { progress }: IoPort,
): CommandOutcome {
  async function* readEach(): AsyncGenerator<EachRead<MeasuredPostResult>> {
    if (ids.length > 1) progress(`0 of ${ids.length} read`);
    const requests = { atOnce: flags.concurrency, done: 'read', progress };
    for await (const { id, value, failure, isSent } of runEach(ids, requests, flags.read)) {
      const part = failure === null ? toPostResult(id, value) : { id, status: 'error', records: [], failure };
      const asOf = value === null ? undefined : getServiceTime(value.answer).asOf;
      yield { id, part, failure: part.failure, isSent, asOf };
    }
  }
  return streamEach(readEach(), {
    total: ids.length,
    rowsOf: null,
    list: (parts) => combineResults(parts, flags.hasDays),
    remainder: 'the rest is printed; --allow-partial makes this exit 0',
    kept: ALL_KEPT,
    allowPartial: flags.allowPartial,
  });
}

function toPostResult(
  id: string,
  { records, envelope: { status, errors } }: Awaited<ReturnType<typeof readPostAnalytics>>,
): MeasuredPostResult {
  const isWhole = status === 'success';
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  return { id, status, records: records.map((record) => ({ requestedId: id, ...record })), failure };
}

function combineResults(outcomes: readonly MeasuredPostResult[], hasDays: boolean): ListView<unknown> {
  const [only] = outcomes.length === 1 ? outcomes : [];
  const records = outcomes.flatMap((outcome) => outcome.records);
  const results = outcomes.map(({ id, status, failure }) => ({
    id,
    status,
    error: failure === null || failure.kind === 'partial' ? null : toErrorDocument(failure),
    errors: failure?.kind === 'partial' ? (failure.facts.errors ?? []) : [],
  }));
  const message = only?.failure?.message;
  return {
    ...buildPostList(records, { results }, hasDays),
    ...(only !== undefined && { heading: only.id }),
    ...(message !== undefined && { empty: `not read: ${message}` }),
  };
}
