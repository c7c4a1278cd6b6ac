import { formatClockTime } from '../automations/activity/format-clock-time.ts';
import type { Column, ListView } from '../render/view.ts';
import type { OutboxItem } from './outbox.ts';

const COLUMNS: readonly [Column<OutboxItem>, Column<OutboxItem>, ...Column<OutboxItem>[]] = [
  { name: 'at', title: 'when', value: ({ at }) => at, role: 'time', align: 'left', drop: 1 },
  { name: 'kind', title: 'kind', value: ({ kind }) => kind, drop: 0 },
  { name: 'state', title: 'state', value: ({ state }) => state, role: 'dim', drop: 3 },
  { name: 'to', title: 'to', value: ({ to }) => to, dataOnly: true },
  {
    name: 'recipientUsername',
    title: 'who',
    value: ({ recipientUsername }) => recipientUsername,
    placeholder: ({ recipientId }) => recipientId ?? '',
    role: 'name',
    drop: 0,
  },
  { name: 'recipientId', title: 'recipient', value: ({ recipientId }) => recipientId, dataOnly: true },
  { name: 'subject', title: 'subject', value: ({ subject }) => subject, dataOnly: true },
  {
    name: 'text',
    title: 'what',
    value: ({ text }) => text,
    show: describeItem,
    flexible: true,
    wraps: true,
  },
  { name: 'activityId', title: 'activity', value: ({ activityId }) => activityId, dataOnly: true },
  { name: 'hookId', title: 'hook id', value: ({ hookId }) => hookId, dataOnly: true },
  { name: 'attempts', title: 'attempts', value: ({ attempts }) => attempts, dataOnly: true },
  { name: 'lastError', title: 'why', value: ({ lastError }) => lastError, dataOnly: true },
  { name: 'nextAttempt', title: 'next', value: ({ nextAttempt }) => nextAttempt, dataOnly: true },
];

/** The recipient is shown above the text unless it is the follower. */
function describeItem(sent: OutboxItem): string {
  const { kind, to, subject, text } = sent;
  if (kind === 'dm') return text;
  if (kind === 'webhook') return `to ${to}\n${text}${describeProgress(sent)}`;
  const title = subject === null ? '' : `${subject}\n`;
  return `to ${to}\n${title}${text}`;
}

/** Describes the attempts of an event that is not delivered yet. */
function describeProgress({ state, attempts, lastError, nextAttempt, requirement }: OutboxItem): string {
  if (state === 'delivered' || (attempts ?? 0) === 0)
    return requirement === null ? '' : `\nwaits for ${requirement}`;
  const tried = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const last = lastError === null ? '' : `; last attempt: ${lastError}`;
  const next = nextAttempt === null ? '' : `; next attempt at ${nextAttempt}`;
  return `\n${tried}${last}${requirement === null ? next : `; waits for ${requirement}`}`;
}

interface OutboxViewOptions {
  /** Null for no limit. */
  readonly limit: number | null;
  /** Cursor after the last row; null if there are no more. */
  readonly next: string | null;
  /** Message for an empty table. */
  readonly empty: string;
  /** Rows are streamed, so times are absolute. */
  readonly isStreaming?: boolean;
}

export function buildOutboxView(
  outbox: readonly OutboxItem[],
  { limit, next, empty, isStreaming = false }: OutboxViewOptions,
): ListView<OutboxItem> {
  const isOfSeveral = new Set(outbox.map(({ profile }) => profile)).size > 1;
  const [at, kind, ...others] = COLUMNS;
  return {
    kind: 'list',
    document: { outbox, meta: { pagination: { next, hasMore: next !== null, limit } } },
    key: 'outbox',
    rows: outbox,
    columns: [
      isStreaming ? { ...at, show: formatTime } : at,
      kind,
      buildProfileColumn(isOfSeveral),
      ...others,
    ],
    empty,
  };
}

function formatTime({ at }: OutboxItem, now: number): string {
  return formatClockTime(Date.parse(at), now);
}

/** The profile is only shown if there are several. */
function buildProfileColumn(isShown: boolean): Column<OutboxItem> {
  return { name: 'profile', title: 'profile', value: ({ profile }) => profile, drop: 2, dataOnly: !isShown };
}
