import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { AnyId } from '../../../service/ids.ts';
import { CommentPlatform } from '../../../service/platforms.ts';
import { HOURS_TITLE } from '../../render/drawings.ts';
import type { Column, ColumnRole } from '../../render/view.ts';
import { createPartialFailure, formatFailedNetwork } from '../../several/combine-failures.ts';
import { defineCommand, getServiceTime } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { CommentStats, computeCommentStats, StatsBy, type StatsGroup } from '../compute-comment-stats.ts';
import { readComments } from '../read-comments.ts';

export default defineCommand({
  summary: 'Count comments by network, day, weekday, hour or author',
  description: `
Replies are counted too, and also listed in a column of their own. Days and hours are UTC. --by weekday draws a heat map of the
hours of each weekday. With --by author, the most active authors are listed.
If some networks fail, the others are counted and the exit code is 3.`,
  examples: [
    'comments stats Sp7kQm2XvLr9TzBd4HnW',
    'comments stats Gv3rPq7YsKa5MdHt8ZwE --by day',
    'comments stats Gv3rPq7YsKa5MdHt8ZwE --by author --top 5 --json',
  ],
  positional: ['id'],
  hasPage: true,
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    id: AnyId.describe('Service Post ID; with --platform, the id of the post on that network'),
    platform: defineFlag(CommentPlatform.optional().describe('network that the id belongs to'), {
      placeholder: 'network',
    }),
    comment: z.boolean().default(false).describe('the id is a comment id (requires --platform)'),
    by: defineFlag(StatsBy.default('network').describe('field to group by'), { placeholder: 'what' }),
    top: defineFlag(
      z.int().min(1).default(10).describe('maximum number of authors to list with --by author'),
      { placeholder: 'n' },
    ),
    allowPartial: z.boolean().default(false).describe('exit 0 even if some networks failed'),
  }),
  output: CommentStats,
  records: 'stats',
  async run({ id, platform, comment, by, top, allowPartial }, { service }) {
    const { document, answer } = await readComments(await service.client(), { id, platform, comment });
    const { comments, ...envelope } = document;
    const { totals, groups } = computeCommentStats(comments, by);
    const shown = by === 'author' ? groups.slice(0, top) : groups;
    const failed = document.errors.length > 0 || document.status !== 'success';
    return {
      view: {
        kind: 'list',
        document: { ...envelope, by, totals, stats: shown },
        key: 'stats',
        rows: shown,
        columns: buildStatsColumns(by),
        heading: `${id}: ${formatTotals(totals)}`,
        empty: 'no comments yet',
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: [
        ...(shown.length < groups.length
          ? [`showing the first ${shown.length} of ${groups.length} authors: raise --top to see more`]
          : []),
        ...(allowPartial ? document.errors.map(formatFailedNetwork) : []),
      ],
      ...(failed &&
        !allowPartial && {
          failure: createPartialFailure(
            document.errors,
            new Set(document.comments.map(({ platform }) => platform)),
          ),
        }),
    };
  },
});

function formatTotals({ comments, replies, authors, likes }: CommentStats['totals']): string {
  return [
    formatCount(comments, 'comment'),
    formatCount(replies, 'reply', 'replies'),
    formatCount(authors, 'author'),
    ...(likes === null ? [] : [formatCount(likes, 'like')]),
  ].join(', ');
}

const NAME_ROLES: Readonly<Record<StatsBy, ColumnRole>> = {
  network: 'network',
  day: 'text',
  weekday: 'text',
  hour: 'text',
  author: 'name',
};

const HOURS_COLUMN: Column<StatsGroup> = {
  name: 'hours',
  title: HOURS_TITLE,
  value: ({ hours }) => hours ?? [],
  role: 'hours',
};

/** Columns of comment counts. TSV and CSV have all of them, tables those that are useful for the grouping. */
function buildStatsColumns(by: StatsBy): readonly Column<StatsGroup>[] {
  const isOfTime = by === 'day' || by === 'hour' || by === 'weekday';
  return [
    {
      name: 'name',
      title: by,
      value: ({ name }) => name,
      role: NAME_ROLES[by],
      placeholder: () => '(unknown)',
    },
    {
      name: 'platform',
      title: 'network',
      value: ({ platform }) => platform,
      role: 'network',
      drop: 1,
      dataOnly: by !== 'author',
    },
    {
      name: 'comments',
      title: 'comments',
      value: ({ comments }) => comments,
      role: 'count',
      drop: by === 'weekday' ? 2 : 0,
    },
    { name: 'replies', title: 'replies', value: ({ replies }) => replies, role: 'count', drop: 2 },
    {
      name: 'authors',
      title: 'authors',
      value: ({ authors }) => authors,
      role: 'count',
      drop: 4,
      dataOnly: by === 'author',
    },
    { name: 'likes', title: 'likes', value: ({ likes }) => likes, role: 'count', drop: 3 },
    { name: 'first', title: 'first', value: ({ first }) => first, role: 'time', drop: 6, dataOnly: isOfTime },
    {
      name: 'latest',
      title: 'latest',
      value: ({ latest }) => latest,
      role: 'time',
      drop: 5,
      dataOnly: isOfTime,
    },
    ...(by === 'weekday' ? [HOURS_COLUMN] : []),
    {
      name: 'share',
      title: 'share',
      value: ({ share }) => share,
      role: 'bar',
      drop: by === 'weekday' ? 1 : 0,
    },
  ];
}
