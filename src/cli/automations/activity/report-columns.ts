import type { Column } from '../../render/view.ts';
import type { ReportBy, ReportGroup } from './activity-report.ts';

/** Columns of a report. Tables omit a column that only repeats the group. */
export function buildReportColumns(by: ReportBy): readonly Column<ReportGroup>[] {
  const isEnding = by === 'status' || by === 'reason';
  return [
    {
      name: 'name',
      title: by,
      value: ({ name }) => name,
      role: by === 'status' ? 'status' : 'text',
      ...(by === 'reason' && { flexible: true, wraps: true }),
      placeholder: () => '(unknown)',
    },
    { name: 'rows', title: 'rows', value: ({ rows }) => rows, role: 'count' },
    {
      name: 'sent',
      title: by === 'reason' ? 'partly sent' : 'sent',
      value: ({ sent }) => sent,
      role: 'count',
      drop: 1,
      dataOnly: by === 'status',
    },
    {
      name: 'failed',
      title: 'failed',
      value: ({ failed }) => failed,
      role: 'count',
      drop: 2,
      dataOnly: isEnding,
    },
    {
      name: 'other',
      title: 'other',
      value: ({ other }) => other,
      role: 'count',
      drop: 3,
      dataOnly: isEnding,
    },
    { name: 'first', title: 'first', value: ({ first }) => first, role: 'time', drop: 5, dataOnly: true },
    {
      name: 'latest',
      title: 'latest',
      value: ({ latest }) => latest,
      role: 'time',
      drop: 4,
      dataOnly: by === 'day',
    },
    { name: 'share', title: 'share', value: ({ share }) => share, role: 'bar' },
  ];
}
