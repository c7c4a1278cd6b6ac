import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { createCountingClock } from '../../../../domain/time/local-time.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { Platform } from '../../../../service/platforms.ts';
import { HistoryQuery } from '../../../../service/posts.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { isShownEach } from '../../../framework/command/shown-each.ts';
import { toFlagName } from '../../../framework/input/flags/describe-schema.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { SINCE, type Since } from '../../../framework/input/time/since.ts';
import {
  isByDayWanted,
  MOST_SPARKLINE_REQUESTS,
  SPARKLINE_DAYS,
} from '../../../framework/output/last-days.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { buildListMeta, type Column, type ListView } from '../../../framework/output/view.ts';
import { decodeHistoryPlace } from '../files/history-cursor.ts';
import { HISTORY_FLAGS } from '../post-flags.ts';
import {
  createPostReferences,
  NETWORK_POST_COLUMNS,
  POST_COLUMNS,
  PostEntry,
  type PostsResult,
  readAccountPages,
  readAccountPosts,
  readHistoryPage,
  readStatusWord,
  STATUS_WORDS,
  WAITING_STATUSES,
} from '../read-posts.ts';

const { historyLimit, platformHistoryLimit, historyDays } = LIMITS;
const { lastDays } = HistoryQuery.shape;

/** Filters of the service's history, which networks do not support. */
const FILTERS = [
  'since',
  'lastDays',
  'startDate',
  'endDate',
  'platforms',
  'type',
  'autoRepostId',
  'status',
] as const;

const PostByDay = PostEntry.extend({
  commentsByDay: z
    .array(z.int())
    .readonly()
    .nullable()
    .optional()
    .describe(
      `with --wide or --fields: comments and replies on each of the last ${SPARKLINE_DAYS} days, the oldest first; null if unknown`,
    ),
});
type PostByDay = z.infer<typeof PostByDay>;

export default defineCommand({
  summary: 'List posts, newest first',
  description: `
Without --platform, lists the posts made through the service with their Service Post IDs; "posts get" shows their ids on
each network. With --platform, lists all posts of the linked account on that network, also those made elsewhere, with the
network's own ids.

--wide adds the comments and replies on each of the last ${SPARKLINE_DAYS} days, the last one today, by the days of --tz or CRIER_TZ
(default: UTC): in tables as a sparkline (on a logarithmic scale that compares the rows), in JSON as commentsByDay, which --fields also adds. This takes a request for each
published post, at most ${MOST_SPARKLINE_REQUESTS}; the service answers with the comments of its last refresh. What cannot be counted stays
empty and is reported.`,
  examples: [
    'posts list',
    'posts list --platforms Instagram,TikTok --status error --since 60d',
    'posts list --status awaiting-approval,paused',
    'posts list --all --json --fields id,post,status',
    'posts list --platform instagram -n 5',
    'posts list -n 5 --wide',
  ],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({
    platform: defineFlag(
      Platform.optional().describe('list the posts of the linked account on this network'),
      { placeholder: 'network' },
    ),
    platforms: HISTORY_FLAGS.platforms,
    status: defineFlag(
      z
        .array(z.enum(STATUS_WORDS))
        .optional()
        .describe('only posts with any of these statuses; deleted posts are listed only so'),
      { placeholder: 'a,b', conflicts: ['waiting'] },
    ),
    waiting: defineSwitch('only posts that are scheduled, paused or await approval'),
    type: HISTORY_FLAGS.type,
    autoRepostId: HISTORY_FLAGS.autoRepostId,
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
    startDate: HISTORY_FLAGS.startDate,
    endDate: HISTORY_FLAGS.endDate,
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
    all: defineSwitch(`list all posts; without --platform, at most ${historyLimit.max}`, {
      conflicts: ['limit'],
    }),
    cursor: defineTextFlag('continue a list, with the value of `next`', { placeholder: 'c' }),
  }),
  output: z.object({
    posts: z.array(PostByDay),
    meta: ListMeta,
  }),
  records: 'posts',
  async run({ platform, all, cursor, limit, ...input }, context) {
    const { service, io } = context;
    if (platform === undefined) {
      const filters = {
        ...Object.fromEntries(
          FILTERS.slice(1, -1).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
        ),
        ...(input.since !== undefined && { startDate: await readStart(input.since, context) }),
      };
      const statuses = input.waiting
        ? WAITING_STATUSES
        : [...new Set((input.status ?? []).map(readStatusWord))];
      const most = all ? historyLimit.max : (limit ?? historyLimit.default);
      const isDated = FILTERS.slice(0, 4).some((name) => input[name] !== undefined);
      const range = { ...filters, ...((all || input.waiting) && !isDated && { lastDays: 0 }) };
      const from = cursor === undefined ? null : decodeHistoryPlace(cursor);
      const read = await readHistoryPage(await service.client(), {
        statuses,
        range,
        most,
        from,
        now: io.now,
      });
      const more = 'raise --limit, or continue with --cursor and "next" of --json';
      const shown = { columns: POST_COLUMNS, platform, limit: most, more };
      return createOutcome(await addCommentsByDay(read, platform, context), shown);
    }
    const filter = input.waiting ? 'waiting' : FILTERS.find((name) => input[name] !== undefined);
    if (filter !== undefined) {
      throw createUsageError(
        `${toFlagName(filter)} and --platform cannot be used together`,
        'use only one of them: networks do not support this filter',
      );
    }
    if (all && isShownEach(io.printing) && !isByDayWanted(io.printing, BY_DAY))
      return streamAccountPosts(await service.client(), { platform, cursor });
    const most = all ? Number.POSITIVE_INFINITY : (limit ?? platformHistoryLimit.default);
    const read = await readAccountPosts(await service.client(), { platform, most, cursor });
    return createOutcome(await addCommentsByDay(read, platform, context), {
      columns: NETWORK_POST_COLUMNS,
      platform,
      limit: all ? null : most,
      more: `continue with ${formatFlags`--cursor ${read.next ?? ''}`}`,
    });
  },
});

/** Shows all posts of a network's account page by page. */
function streamAccountPosts(
  client: Client,
  { platform, cursor }: { platform: Platform; cursor: string | undefined },
): CommandOutcome {
  let asOf: number | undefined;
  let failure: CrierError | null = null;
  async function* readBatches() {
    for await (const { rows, answer, fault } of readAccountPages(client, { platform, cursor })) {
      asOf = getServiceTime(answer).asOf;
      failure = fault;
      yield rows;
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      showsEmpty: true,
      batches: readBatches(),
      // of the batches above
      list: (posts) => buildPostList(posts as readonly PostEntry[], NETWORK_POST_COLUMNS, platform),
      asOf: () => asOf,
    },
    finish: () => ({ ...(failure && { failure }) }),
  };
}

/** The start of the period, by the service's time. */
async function readStart(since: Since, context: CommandContext): Promise<string> {
  const now = await readServiceTime(() => context.service.client(), context);
  return formatIsoSeconds(since.inZone(context.io.chosenZone).resolve(now));
}

/** The name of the counts in documents, TSV and CSV. */
const BY_DAY = 'commentsByDay';

const BY_DAY_COLUMN: Column<PostByDay> = {
  name: BY_DAY,
  title: `${SPARKLINE_DAYS} days`,
  value: ({ commentsByDay }) => commentsByDay ?? null,
  role: 'days',
  drop: 1,
};

/** Posts with their comments by day, and what could not be counted; null if they were not asked for. */
interface PostsByDay extends PostsResult {
  counted: { posts: readonly PostByDay[]; notes: readonly string[] } | null;
}

async function addCommentsByDay(
  read: PostsResult,
  platform: Platform | undefined,
  { service, io }: CommandContext,
): Promise<PostsByDay> {
  if (!isByDayWanted(io.printing, BY_DAY)) return { ...read, counted: null };
  // loaded on demand: few lists need it
  const { countCommentsByDay } = await import('../comments-by-day.ts');
  const period = { platform, now: read.asOf ?? io.now(), zone: createCountingClock(io.chosenZone) };
  const client = await service.client();
  const { counts, notes } = await countCommentsByDay(read.posts, client, period, io.progress);
  const posts = read.posts.map((post) => ({ ...post, [BY_DAY]: counts.get(post.id ?? '') ?? null }));
  return { ...read, counted: { posts, notes } };
}

/** @param more how to see more */
function createOutcome(
  { posts: read, counted, next, hasMore, fault, raw, asOf }: PostsByDay,
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
  const posts = counted?.posts ?? read;
  return {
    view: {
      ...buildPostList(posts, counted === null ? columns : [...columns, BY_DAY_COLUMN], platform),
      document: { posts, meta: buildListMeta({ next, hasMore, limit }) },
    },
    ...(raw !== null && { raw }),
    ...(asOf !== undefined && { asOf }),
    notes: [
      ...(hasMore && fault === null ? [`showing the first ${posts.length}: ${more}`] : []),
      ...(counted?.notes ?? []),
    ],
    ...(fault !== null && { failure: fault }),
  } as const;
}

function buildPostList(
  posts: readonly PostByDay[],
  columns: readonly Column<PostByDay>[],
  platform: Platform | undefined,
): ListView<PostByDay> {
  return {
    kind: 'list',
    document: { posts },
    key: 'posts',
    rows: posts,
    columns,
    references: createPostReferences(platform),
    empty: 'no posts in this period; use --last-days 0 for all',
  };
}
