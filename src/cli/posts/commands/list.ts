import * as z from 'zod';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { Platform } from '../../../service/platforms.ts';
import { HistoryQuery } from '../../../service/posts.ts';
import type { Uses } from '../../context/context.ts';
import { buildListMeta, ListMeta } from '../../render/list-meta.ts';
import { defineCommand } from '../../shell/command.ts';
import { toFlagName } from '../../shell/flags/describe-schema.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { formatFlags } from '../../shell/shell-command.ts';
import { readServiceTime } from '../../time/service-time.ts';
import { SINCE, type Since } from '../../time/since.ts';
import {
  createPostReferences,
  NETWORK_POST_COLUMNS,
  POST_COLUMNS,
  PostEntry,
  type PostsResult,
  readAccountPosts,
  readHistory,
  readStatusWord,
  STATUS_WORDS,
} from '../read-posts.ts';

const { historyLimit, platformHistoryLimit, historyDays } = LIMITS;
const { lastDays, startDate, endDate, type, autoRepostId } = HistoryQuery.shape;

/** Filters of the service's history, which networks do not support. */
const FILTERS = [
  'since',
  'lastDays',
  'startDate',
  'endDate',
  'platforms',
  'status',
  'type',
  'autoRepostId',
] as const;

export default defineCommand({
  summary: 'List posts, newest first',
  description: `
Without --platform, lists the posts made through the service with their Service Post IDs; "posts get" shows their ids on
each network. With --platform, lists all posts of the linked account on that network, also those made elsewhere, with the
network's own ids.`,
  examples: [
    'posts list',
    'posts list --platforms Instagram,TikTok --status error --since 60d',
    'posts list --all --json --fields id,post,status',
    'posts list --platform instagram -n 5',
  ],
  flags: [REMOTE],
  input: z.object({
    platform: defineFlag(
      Platform.optional().describe('list the posts of the linked account on this network'),
      { placeholder: 'network' },
    ),
    platforms: defineFlag(
      z.array(Platform).optional().describe('only posts to any of these networks, separated by commas'),
      { placeholder: 'a,b' },
    ),
    status: z
      .enum(STATUS_WORDS)
      .optional()
      .describe('only posts with this status; deleted posts are listed only this way'),
    type: type.describe('only immediate or only scheduled posts'),
    autoRepostId: defineFlag(autoRepostId.describe('only posts of this repost plan, by its id'), {
      placeholder: 'id',
    }),
    since: defineFlag(
      SINCE.unwrap()
        .optional()
        .describe(
          `only since then: 2h, 7d, yesterday, a day (of --tz or UTC), time (default: ${historyDays}d)`,
        ),
      {
        placeholder: 'time',
        conflicts: ['lastDays', 'startDate'],
      },
    ),
    lastDays: defineFlag(lastDays.describe(`number of days to look back; 0: all (default: ${historyDays})`), {
      placeholder: 'n',
    }),
    startDate: defineFlag(startDate.describe('only posts since this day or time, instead of --last-days'), {
      placeholder: 'time',
    }),
    endDate: defineFlag(endDate.describe('only posts until this day or time'), { placeholder: 'time' }),
    limit: defineFlag(
      z
        .int()
        .min(1)
        .max(historyLimit.max)
        .optional()
        .describe(
          `maximum number to list (default: ${historyLimit.default}; with --platform: ${platformHistoryLimit.default})`,
        ),
      { short: 'n', placeholder: 'n' },
    ),
    all: defineFlag(
      z.boolean().default(false).describe(`list all posts; without --platform, at most ${historyLimit.max}`),
      { conflicts: ['limit'] },
    ),
    cursor: defineFlag(
      z.string().optional().describe('with --platform: continue a list, with the value of `next`'),
      { placeholder: 'c' },
    ),
  }),
  output: z.object({
    posts: z.array(PostEntry),
    meta: ListMeta,
  }),
  records: 'posts',
  async run({ platform, all, cursor, limit, ...input }, { service, io }) {
    if (platform === undefined) {
      if (cursor !== undefined)
        throw createUsageError(
          '--cursor requires --platform',
          'without --platform, use --limit and --end-date instead',
        );
      const filters = {
        ...Object.fromEntries(
          FILTERS.slice(1).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
        ),
        ...(input.since !== undefined && { startDate: await readStart(input.since, { service, io }) }),
        ...(input.status !== undefined && { status: readStatusWord(input.status) }),
      };
      const most = all ? historyLimit.max : (limit ?? historyLimit.default);
      const isDated = FILTERS.slice(0, 4).some((name) => input[name] !== undefined);
      const query = { ...filters, limit: most, ...(all && !isDated && { lastDays: 0 }) };
      const read = await readHistory(await service.client(), query);
      const more = 'raise --limit, or use --end-date';
      return createOutcome(read, { columns: POST_COLUMNS, platform, limit: most, more });
    }
    const filter = FILTERS.find((name) => input[name] !== undefined);
    if (filter !== undefined) {
      throw createUsageError(
        `${toFlagName(filter)} and --platform cannot be used together`,
        'use only one of them: networks do not support this filter',
      );
    }
    const most = all ? Number.POSITIVE_INFINITY : (limit ?? platformHistoryLimit.default);
    const read = await readAccountPosts(await service.client(), { platform, most, cursor });
    return createOutcome(read, {
      columns: NETWORK_POST_COLUMNS,
      platform,
      limit: all ? null : most,
      more: `continue with ${formatFlags`--cursor ${read.next ?? ''}`}`,
    });
  },
});

/** The start of the period, by the service's time. */
async function readStart(
  since: Since,
  { service, io }: Uses<{ service: 'client' | 'choose'; io: 'now' | 'chosenZone' }>,
): Promise<string> {
  const now = await readServiceTime(() => service.client(), { service, io });
  return formatIsoSeconds(since.inZone(io.chosenZone).resolve(now));
}

/** @param more how to see more */
function createOutcome(
  { posts, next, hasMore, raw, asOf }: PostsResult,
  {
    columns,
    platform,
    limit,
    more,
  }: {
    columns: typeof POST_COLUMNS;
    platform: Platform | undefined;
    limit: number | null;
    more: string;
  },
) {
  return {
    view: {
      kind: 'list',
      document: { posts, meta: buildListMeta({ next, hasMore, limit }) },
      key: 'posts',
      rows: posts,
      columns,
      references: createPostReferences(platform),
      empty: 'no posts in this period; use --last-days 0 for all',
    },
    ...(raw !== null && { raw }),
    ...(asOf !== undefined && { asOf }),
    notes: hasMore ? [`showing the first ${posts.length}: ${more}`] : [],
  } as const;
}
