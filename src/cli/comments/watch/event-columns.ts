import type { Column } from '../../render/view.ts';
import { COMMENT_COLUMNS } from '../comment-columns.ts';
import type { CommentTableRow } from '../comment-rows.ts';
import type { CommentEvent } from './comment-event.ts';

/** An event as a row that also has the columns of comments. */
export interface EventRow extends CommentTableRow {
  readonly event: CommentEvent;
}

export function toEventRow(event: CommentEvent): EventRow {
  return { event, comment: event.comment, depth: 0 };
}

/** Columns of a comment that tables show: an event is one line. */
const SEEN = ['platform', 'author.handle', 'text', 'createdAt'];
/** Width of the longest relative time, such as `12mo ago`, for later rows. */
const LEAST_TIME = 8;

const OWN: readonly Column<EventRow>[] = [
  { name: 'event', title: 'event', value: ({ event }) => event.event, role: 'mark' },
  { name: 'requestedId', title: 'id', value: ({ event }) => event.requestedId, role: 'id', dataOnly: true },
  {
    name: 'changes',
    title: 'changes',
    value: ({ event }) => event.changes.join(',') || null,
    dataOnly: true,
  },
];

const TEXT: Pick<Column<EventRow>, 'show' | 'placeholder'> = {
  show: ({ event: { changes, comment } }) =>
    [...(changes.length > 0 ? [`${changes.join(', ')} changed:`] : []), comment.text ?? ''].join(' ').trim(),
  placeholder: ({ event }) => (event.event === 'gone' ? '(its text was not saved)' : ''),
};

/** Columns of events in tables, TSV and CSV. */
export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  ...OWN,
  ...COMMENT_COLUMNS.map((column) => ({
    ...column,
    name: `comment.${column.name}`,
    ...(!SEEN.includes(column.name) && { dataOnly: true }),
    ...(column.name === 'createdAt' && { least: LEAST_TIME }),
    ...(column.name === 'text' && TEXT),
  })),
];
