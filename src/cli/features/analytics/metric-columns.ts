import * as z from 'zod';
import type { AccountMetric, PostMetric } from '../../../service/networks/metrics.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { formatShortCount, NOTHING } from '../../framework/output/cell.ts';
import { SPARKLINE_DAYS } from '../../framework/output/last-days.ts';
import { type Column, listDataColumns, pickMember } from '../../framework/output/view.ts';
import type { AccountAnalytics, PostAnalytics } from './read-metrics.ts';

/** A year, and the day on which it began. */
const MOST_DAYS = 366;

export const DAYS = defineFlag(
  z
    .int()
    .min(0)
    .max(MOST_DAYS)
    .default(SPARKLINE_DAYS)
    .describe('last days to list one by one, drawn as a line in tables (0: none)'),
  { placeholder: 'n' },
);

/** How a metric is shown: titles are short, since a table has many. */
interface MetricColumn<Metric> {
  metric: Metric;
  title: string;
  /** Narrow tables drop the highest first. */
  drop: number;
  /** Only in TSV and CSV, and with `--wide`. */
  isWide?: true;
}

const POST_METRIC_COLUMNS: readonly MetricColumn<PostMetric>[] = [
  { metric: 'likes', title: 'likes', drop: 1 },
  { metric: 'comments', title: 'comments', drop: 3 },
  { metric: 'shares', title: 'shares', drop: 5 },
  { metric: 'saves', title: 'saves', drop: 7 },
  { metric: 'views', title: 'views', drop: 0 },
  { metric: 'reach', title: 'reach', drop: 6 },
  { metric: 'impressions', title: 'impr', drop: 4 },
  { metric: 'clicks', title: 'clicks', drop: 8 },
  { metric: 'quotes', title: 'quotes', drop: 9, isWide: true },
  { metric: 'follows', title: 'follows', drop: 9, isWide: true },
  { metric: 'watchedSeconds', title: 'watched (s)', drop: 9, isWide: true },
];

const ACCOUNT_METRIC_COLUMNS: readonly MetricColumn<AccountMetric>[] = [
  { metric: 'followers', title: 'followers', drop: 0 },
  { metric: 'newFollowers', title: 'new', drop: 3 },
  { metric: 'impressions', title: 'impr', drop: 1 },
  { metric: 'reach', title: 'reach', drop: 4 },
  { metric: 'profileViews', title: 'visits', drop: 6 },
  { metric: 'engagements', title: 'engaged', drop: 5 },
  { metric: 'clicks', title: 'clicks', drop: 7 },
];

/** What a network does not count is shown as `-`, and not as 0. */
function buildMetricColumns<Metric extends string, Row extends Readonly<Record<Metric, number | null>>>(
  columns: readonly MetricColumn<Metric>[],
): readonly Column<Row>[] {
  return columns.map(({ metric, title, drop, isWide }) => ({
    name: metric,
    title,
    value: (row) => row[metric],
    show: (row) => formatMetric(row[metric]),
    placeholder: () => NOTHING,
    role: 'count',
    drop,
    least: 5,
    ...(isWide && { dataOnly: true, inWide: true }),
  }));
}

function formatMetric(count: number | null): string {
  return count === null ? '' : formatShortCount(count);
}

interface MeasuredRow {
  platform: string;
  lastUpdated: string | null;
  nextUpdate: string | null;
  daily: PostAnalytics['daily'];
}

const NETWORK_COLUMN: Column<MeasuredRow> = {
  ...pickMember('platform', 'network'),
  role: 'network',
  drop: 0,
  least: 9,
};

/** @param metrics the first of them that the network counts by day is drawn */
function buildEndColumns(metrics: readonly string[]): readonly Column<MeasuredRow>[] {
  return [
    {
      name: 'daily',
      title: 'by day',
      value: ({ daily }) => {
        const drawn = metrics.find((metric) => daily.some((day) => typeof day[metric] === 'number'));
        return daily.map((day) => Number(drawn === undefined ? 0 : (day[drawn] ?? 0)));
      },
      role: 'trend',
      drop: 2,
    },
    { ...pickMember('lastUpdated', 'updated'), role: 'time', dataOnly: true, inWide: true },
    { ...pickMember('nextUpdate', 'next'), role: 'time', dataOnly: true, inWide: true },
  ];
}

export function buildPostColumns(hasDays: boolean): readonly Column<PostAnalytics>[] {
  return [
    NETWORK_COLUMN,
    { ...pickMember('requestedId', 'requested id'), dataOnly: true },
    { ...pickMember('id', 'id'), role: 'id', dataOnly: true, inWide: true },
    { ...pickMember('postUrl', 'url'), dataOnly: true },
    ...buildMetricColumns<PostMetric, PostAnalytics>(POST_METRIC_COLUMNS),
    ...selectEndColumns(['views', 'impressions', 'likes'], hasDays),
  ];
}

export function buildAccountColumns(hasDays: boolean): readonly Column<AccountAnalytics>[] {
  return [
    NETWORK_COLUMN,
    ...buildMetricColumns<AccountMetric, AccountAnalytics>(ACCOUNT_METRIC_COLUMNS),
    {
      ...pickMember('posts', 'posts'),
      show: ({ posts }) => formatMetric(posts),
      placeholder: () => NOTHING,
      role: 'count',
      drop: 8,
    },
    ...listDataColumns<AccountAnalytics>({ startDate: 'from', endDate: 'until' }),
    ...selectEndColumns(['impressions', 'newFollowers'], hasDays),
  ];
}

function selectEndColumns(metrics: readonly string[], hasDays: boolean): readonly Column<MeasuredRow>[] {
  return buildEndColumns(metrics).filter(({ role }) => hasDays || role !== 'trend');
}
