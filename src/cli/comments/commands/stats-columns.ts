import type { Column, ColumnRole } from '../../render/view.ts';
import type { StatsBy, StatsGroup } from '../comment-stats.ts';

const NAME_ROLES: Readonly<Record<StatsBy, ColumnRole>> = {
  network: 'network',
  day: 'text',
  hour: 'text',
  author: 'name',
};

/** Columns of comment counts. TSV and CSV have all of them, tables those that are useful for the grouping. */
export function buildStatsColumns(by: StatsBy): readonly Column<StatsGroup>[] {
  const isOfTime = by === 'day' || by === 'hour';
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
    { name: 'comments', title: 'comments', value: ({ comments }) => comments, role: 'count' },
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
    {
      name: 'first',
      title: 'first',
      value: ({ first }) => first,
      role: 'time',
      drop: 6,
      dataOnly: isOfTime,
    },
    {
      name: 'latest',
      title: 'latest',
      value: ({ latest }) => latest,
      role: 'time',
      drop: 5,
      dataOnly: isOfTime,
    },
    { name: 'share', title: 'share', value: ({ share }) => share, role: 'bar' },
  ];
}
