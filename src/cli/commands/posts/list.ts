import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { Platform } from '../../../facts/platforms.ts';
import { HistoryQuery } from '../../../facts/posts.ts';
import { PostEntry } from '../../../rules/post-entry.ts';
import { defineCommand } from '../../command.ts';
import { toFlagName } from '../../flag-name.ts';
import { defineFlag, REMOTE } from '../../flags.ts';
import { NETWORK_POST_COLUMNS, POST_COLUMNS } from '../../post-columns.ts';
import { type PostsResult, readAccountPosts, readHistory } from '../../read-posts.ts';
import { formatFlags } from '../../shell-command.ts';

const { historyLimit, platformHistoryLimit, historyDays } = LIMITS;
const { lastDays, startDate, endDate, status, type, autoRepostId } = HistoryQuery.shape;

const isPlatform = (value: string): value is Platform => Platform.safeParse(value).success;
/** Networks, separated by commas. */
const PlatformList = z.string().refine((text) => text.split(',').every(isPlatform), {
  error: ({ input }) =>
    `must be values out of ${Platform.options.join(', ')}, separated by commas${/(^|,)x(,|$)/i.test(String(input)) ? '; X is twitter' : ''}`,
});

/** Those that narrow the history of the service, and mean nothing to a network. */
const FILTERS = ['lastDays', 'startDate', 'endDate', 'platforms', 'status', 'type', 'autoRepostId'] as const;

export default defineCommand({
  summary: 'List posts, newest first, with the ids to work with',
  description: `
Without --platform these are the posts that were made through the service, with their Service Post IDs; "posts get"
shows the ids of their copies. With --platform they are what stands on that network's account, whoever made it, with the
network's own ids.`,
  examples: [
    'posts list',
    'posts list --platforms instagram,tiktok --status error --last-days 60',
    'posts list --all --json --fields id,post,status',
    'posts list --platform instagram -n 5',
  ],
  flags: [REMOTE],
  input: z.object({
    platform: defineFlag(
      Platform.optional().describe("what stands on this network's account, whoever made it"),
      {
        placeholder: 'network',
      },
    ),
    platforms: defineFlag(
      PlatformList.optional().describe('only posts that went to any of these networks, separated by commas'),
      {
        placeholder: 'a,b',
      },
    ),
    status: status.describe('only posts with this status; deleted ones are listed in no other way'),
    type: type.describe('only posts that were published at once, or by schedule'),
    autoRepostId: defineFlag(
      autoRepostId.describe('only posts that one plan to post again made, by its id'),
      {
        placeholder: 'id',
      },
    ),
    lastDays: defineFlag(lastDays.describe(`how many days back, ${historyDays} unless said; 0 is all`), {
      placeholder: 'n',
    }),
    startDate: defineFlag(startDate.describe('no earlier than this day or time, in place of --last-days'), {
      placeholder: 'time',
    }),
    endDate: defineFlag(endDate.describe('no later than this day or time'), { placeholder: 'time' }),
    limit: defineFlag(
      z
        .int()
        .min(1)
        .max(historyLimit.max)
        .optional()
        .describe(
          `how many, ${historyLimit.default} unless said, ${platformHistoryLimit.default} with --platform`,
        ),
      { short: 'n', placeholder: 'n' },
    ),
    all: z
      .boolean()
      .default(false)
      .describe(`as many as there are; without --platform, ${historyLimit.max} at most`),
    cursor: defineFlag(
      z.string().optional().describe('with --platform, where an earlier list ended: `next`'),
      {
        placeholder: 'c',
      },
    ),
  }),
  output: z.object({
    posts: z.array(PostEntry),
    meta: z.object({
      pagination: z.object({
        next: z.string().nullable().describe('with --platform, what --cursor goes on with'),
        hasMore: z.boolean().describe('without --platform, whether there may be more'),
        limit: z.int().nullable().describe('null for as many as there are'),
      }),
    }),
  }),
  records: 'posts',
  async run({ platform, all, cursor, limit, ...input }, { client }) {
    if (all && limit !== undefined)
      throw createUsageError('--all and --limit cannot both be', 'leave one out');
    if (platform === undefined) {
      if (cursor !== undefined)
        throw createUsageError('--cursor needs --platform', 'the history has no pages');
      const filters = {
        ...Object.fromEntries(
          FILTERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
        ),
        ...(input.platforms !== undefined && { platforms: input.platforms.split(',').filter(isPlatform) }),
      };
      const most = all ? historyLimit.max : (limit ?? historyLimit.default);
      const isDated = FILTERS.slice(0, 3).some((name) => input[name] !== undefined);
      const query = { ...filters, limit: most, ...(all && !isDated && { lastDays: 0 }) };
      const read = await readHistory(await client(), query);
      return createOutcome(read, {
        columns: POST_COLUMNS,
        limit: most,
        more: 'raise --limit, or narrow with --end-date',
      });
    }
    const filter = FILTERS.find((name) => input[name] !== undefined);
    if (filter !== undefined) {
      throw createUsageError(
        `${toFlagName(filter)} does not go with --platform`,
        'leave one out: a network is not asked by it',
      );
    }
    const most = all ? Number.POSITIVE_INFINITY : (limit ?? platformHistoryLimit.default);
    const read = await readAccountPosts(await client(), { platform, most, cursor });
    return createOutcome(read, {
      columns: NETWORK_POST_COLUMNS,
      limit: all ? null : most,
      more: `go on with ${formatFlags`--cursor ${read.next ?? ''}`}`,
    });
  },
});

interface PostListLayout {
  readonly columns: typeof POST_COLUMNS;
  readonly limit: number | null;
  /** How to see more. */
  readonly more: string;
}

function createOutcome(
  { posts, next, hasMore, raw, asOf }: PostsResult,
  { columns, limit, more }: PostListLayout,
) {
  return {
    view: {
      kind: 'list',
      document: { posts, meta: { pagination: { next, hasMore, limit } } },
      key: 'posts',
      rows: posts,
      columns,
      empty: 'no posts in this time; --last-days 0 looks at all of them',
    },
    ...(raw !== null && { raw }),
    ...(asOf !== undefined && { asOf }),
    notes: hasMore ? [`the list was cut at ${posts.length}: ${more}`] : [],
  } as const;
}
