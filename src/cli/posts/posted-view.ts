import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import type { PostBody } from '../../service/post-body.ts';
import { getNetworkName } from '../render/cell.ts';
import type { Column, ListView, RecordView } from '../render/view.ts';
import { buildPostedColumns, type PostedRow } from './posted-columns.ts';
import type { PostOutcome } from './read-post-outcome.ts';
import { formatSchedule, type ScheduleReading } from './read-schedule.ts';

/** The copies of a post and the networks that refused it; without copies, its status and schedule. */
export function buildPostedView(
  outcome: PostOutcome,
  { body, reading }: { readonly body: PostBody; readonly reading: Pick<ScheduleReading, 'now' | 'timeZone'> },
): ListView<unknown> | RecordView {
  return outcome.copies.length > 0 ? buildList(outcome) : buildRecord(outcome, body, reading);
}

function buildList({ posted, copies, failures }: PostOutcome): ListView<unknown> {
  const rows: readonly PostedRow[] = [
    ...copies.map((copy) => ({ copy, failure: null })),
    ...failures.map((failure) => ({ copy: null, failure })),
  ];
  const columns = buildPostedColumns(posted.id, { isWhole: failures.length === 0 });
  return {
    kind: 'list',
    document: posted,
    key: 'postIds',
    rows,
    columns: columns as readonly Column<unknown>[], // of the rows above
    record: (row) => (row as PostedRow).copy ?? (row as PostedRow).failure,
    ...(posted.id !== null && { heading: `post ${posted.id}` }),
    empty: 'the response names no network',
  };
}

function buildRecord(
  { posted }: PostOutcome,
  { platforms }: PostBody,
  reading: Pick<ScheduleReading, 'now' | 'timeZone'>,
): RecordView {
  const { id, status, scheduleDate } = posted;
  const { ms } = readTimestamp(scheduleDate);
  return {
    kind: 'record',
    document: posted,
    lines: [
      { name: 'id', title: 'id', value: id },
      { name: 'status', title: 'status', value: status },
      {
        name: 'scheduleDate',
        title: 'scheduled for',
        value: scheduleDate,
        ...(ms !== null && { shown: formatSchedule(ms, reading) }),
      },
      {
        name: 'platforms',
        title: 'networks',
        value: platforms.join(', '),
        shown: platforms.map(getNetworkName).join(', '),
      },
    ],
  };
}
