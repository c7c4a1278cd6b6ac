import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { getLinkAnalytics } from '../../../../service/endpoints/links.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import type { Column } from '../../../framework/output/view.ts';
import { LINK_COLUMNS, readLinkMembers } from '../../links/link-clicks.ts';
import { DAYS } from '../metric-columns.ts';

const DailyCounts = z.array(z.strictObject({ date: z.string().describe('day in UTC'), clicks: z.number() }));

const ClickedLink = z.strictObject({
  id: z.string().nullable(),
  shortUrl: z.string().nullable(),
  originalUrl: z.string().nullable(),
  created: z.string().nullable(),
  totalClicks: z.number().describe('clicks on the last --days days'),
  daily: DailyCounts.describe('each of these days, oldest first'),
});
type ClickedLink = z.infer<typeof ClickedLink>;

export default defineRead({
  summary: 'Count the clicks on short links by day',
  description: `
The clicks of the last days, UTC, the last one today; --days 0 counts all clicks and has no days. The most clicked link
comes first. A line draws the days. "links show" has the referers and browsers of one link.`,
  examples: ['analytics links', 'analytics links --days 30 --json', 'analytics links --days 7 -o csv'],
  validationCode: 101,
  input: z.object({ days: DAYS }),
  output: z.strictObject({
    totalClicks: z.number(),
    daily: DailyCounts.describe('clicks of all links'),
    links: z.array(ClickedLink),
  }),
  records: 'links',
  call: getLinkAnalytics,
  async request({ days }, run) {
    if (days === 0) return { query: {} };
    const now = await readServiceTime(() => run.service.client(), run);
    return { query: { fromDate: formatUtcDay(now - (days - 1) * DAY_MS) } };
  },
  show({ links: found, daily, totalClicks }, { days }, { sent }) {
    const first = Date.parse(sent.query?.fromDate ?? '');
    const dates = Array.from({ length: days }, (_, at) => formatUtcDay(first + at * DAY_MS));
    const links: readonly ClickedLink[] = (found ?? [])
      .map((link) => ({ ...readLinkMembers(link), daily: fillDays(link.daily, dates) }))
      .toSorted((one, other) => other.totalClicks - one.totalClicks);
    const total = totalClicks ?? links.reduce((sum, link) => sum + link.totalClicks, 0);
    const period = days === 0 ? '' : ` in ${formatCount(days, 'day')}`;
    return {
      view: {
        kind: 'list',
        document: { totalClicks: total, daily: fillDays(daily, dates), links },
        key: 'links',
        rows: links,
        columns: days === 0 ? LINK_COLUMNS : [...LINK_COLUMNS, DAILY_COLUMN],
        heading: `${formatCount(total, 'click')} on ${formatCount(links.length, 'link')}${period}`,
        empty: 'no short links',
      },
    };
  },
});

const formatUtcDay = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

const DAILY_COLUMN: Column<ClickedLink> = {
  name: 'daily',
  title: 'by day',
  value: ({ daily }) => daily.map(({ clicks }) => clicks),
  role: 'days',
  drop: 2,
};

type DailyClicks = z.infer<typeof getLinkAnalytics.answer>['daily'];

/** The service leaves out days without clicks. */
function fillDays(daily: DailyClicks, dates: readonly string[]) {
  const known = new Map((daily ?? []).map(({ date, clicks }) => [date, clicks ?? 0]));
  return dates.map((date) => ({ date, clicks: known.get(date) ?? 0 }));
}
