import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { formatDistance } from '../../../domain/time/local-time.ts';
import { MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import { NOTHING } from '../../framework/output/cell.ts';
import { formatNumber, type ReportFigure } from '../../framework/output/report/report.ts';
import type { Column } from '../../framework/output/view.ts';
import type { ProfileReport } from './report-document.ts';

export function showFigure(title: string, count: number | null, about = ''): ReportFigure {
  return { title, value: count === null ? NOTHING : formatNumber(count), about: count === null ? '' : about };
}

/** `+210`; empty where nothing is known. */
export function formatChange(added: number | null): string {
  return added === null ? '' : `${added > 0 ? '+' : ''}${formatNumber(added)}`;
}

export function formatInteractions(count: number | null): string {
  return count === null ? '' : formatGrouped(count, 'interaction');
}

/** `1 h 30 min`; waits of less than a minute are short enough. */
export function formatWait(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  if (seconds * SECOND_MS < MINUTE_MS) return 'under 1 min';
  return formatDistance(seconds * SECOND_MS)
    .replace(/minutes?/, 'min')
    .replace(/hours?/, 'h');
}

/** A column of a number in full, which is none where nothing is counted. */
export function defineNumber<Row>(
  name: string,
  title: string,
  value: (row: Row) => number | null,
  drop: number,
): Column<Row> {
  return {
    name,
    title,
    value,
    show: (row) => formatOrNothing(value(row)),
    align: 'right',
    drop,
  };
}

const formatOrNothing = (count: number | null) => (count === null ? NOTHING : formatNumber(count));

/** With replies; null where they could not be read. */
export function countComments(comments: ProfileReport['comments']): number | null {
  return comments === null ? null : comments.comments + comments.replies;
}

/** What could not be read, a sentence for each reason: `comments and posts: LinkedIn (161: …)`. */
export function describeUnread(unread: ProfileReport['unread']): readonly string[] {
  const byReason = Map.groupBy(unread, ({ message }) => message);
  return [...byReason].map(
    ([message, parts]) => `${joinWithAnd(parts.map(({ section }) => section))}: ${message}`,
  );
}

/** A count with its digits in groups: `2,736 questions`. */
export function formatGrouped(count: number, one: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`;
}
