import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import type { LocalClock } from '../../../domain/time/local-time.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { formatClockTime } from '../../framework/output/cell.ts';
import { buildListMeta, type Column, type ListView, pickMember } from '../../framework/output/view.ts';
import type { OutboxFilter, OutboxItem } from './outbox.ts';
import {
  encodeOutboxCursor,
  type OutboxCursor,
  type PlacedItem,
  readOutboxBatches,
} from './read-outbox-batches.ts';

interface OutboxListOptions {
  filter: OutboxFilter;
  /** The sandbox's time, in milliseconds since 1970. */
  now: number;
  from: OutboxCursor;
  /** Message for an empty list. @param others number of items that did not match the filters */
  formatEmpty(others: number): string;
}

/** Batch size. */
const BATCH = 100;

/** Lists the latest matching items, newest first, with the cursor after them. */
export async function listOutboxPage(
  control: SandboxControl,
  { filter, now, from, formatEmpty, limit }: OutboxListOptions & { limit: number },
): Promise<CommandOutcome> {
  const found: PlacedItem[] = [];
  let others = 0;
  // one more than shown, to know whether there are more
  const read = { order: 'newest', from, batch: Math.min(limit + 1, BATCH) } as const;
  for await (const batch of readOutboxBatches(control, { filter, now }, read)) {
    found.push(...batch.items);
    others += batch.skipped;
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? encodeOutboxCursor(last.place) : null;
  const rows = shown.map(({ sent }) => sent);
  return {
    view: buildOutboxView(rows, { limit, next, empty: formatEmpty(others) }),
    asOf: now,
    notes:
      next === null
        ? []
        : [`showing the latest ${limit}; use --all for all, or --cursor with "next" of --json to continue`],
  };
}

/** Streams all matching items, newest first; only one page of each list is kept in memory. */
export function streamOutbox(
  control: SandboxControl,
  { filter, now, from, formatEmpty }: OutboxListOptions,
): CommandOutcome {
  let printed = 0;
  let others = 0;
  async function* readBatches() {
    const read = { order: 'newest', from, batch: BATCH } as const;
    for await (const batch of readOutboxBatches(control, { filter, now }, read)) {
      others += batch.skipped;
      printed += batch.items.length;
      yield batch.items.map(({ sent }) => sent);
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: readBatches(),
      // the items of the batches above
      list: (sent) => {
        const empty = formatEmpty(others);
        return buildOutboxView(sent as readonly OutboxItem[], { limit: null, next: null, empty });
      },
      asOf: () => now,
    },
    finish: () => (printed === 0 ? { notes: [formatEmpty(others)] } : {}),
  };
}

const COLUMNS: readonly [Column<OutboxItem>, Column<OutboxItem>, ...Column<OutboxItem>[]] = [
  { ...pickMember('at', 'when'), role: 'time', align: 'left', drop: 1 },
  { ...pickMember('kind', 'kind'), drop: 0 },
  { ...pickMember('state', 'state'), role: 'dim', drop: 3 },
  { ...pickMember('to', 'to'), dataOnly: true },
  {
    ...pickMember('recipientUsername', 'who'),
    placeholder: ({ recipientId }) => recipientId ?? '',
    role: 'name',
    drop: 0,
  },
  { ...pickMember('recipientId', 'recipient'), dataOnly: true },
  { ...pickMember('subject', 'subject'), dataOnly: true },
  { ...pickMember('text', 'what'), show: describeItem, flexible: true, wraps: true },
  { ...pickMember('activityId', 'activity'), dataOnly: true },
  { ...pickMember('hookId', 'hook id'), dataOnly: true },
  { ...pickMember('attempts', 'attempts'), dataOnly: true },
  { ...pickMember('lastError', 'why'), dataOnly: true },
  { ...pickMember('nextAttempt', 'next'), dataOnly: true },
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
  const tried = formatCount(attempts ?? 0, 'attempt');
  const last = lastError === null ? '' : `; last attempt: ${lastError}`;
  const next = nextAttempt === null ? '' : `; next attempt at ${nextAttempt}`;
  return `\n${tried}${last}${requirement === null ? next : `; waits for ${requirement}`}`;
}

/** @param isStreaming rows are streamed, so times are absolute */
export function buildOutboxView(
  outbox: readonly OutboxItem[],
  {
    limit,
    next,
    empty,
    isStreaming = false,
  }: { limit: number | null; next: string | null; empty: string; isStreaming?: boolean },
): ListView<OutboxItem> {
  const isOfSeveral = new Set(outbox.map(({ profile }) => profile)).size > 1;
  const [at, kind, ...others] = COLUMNS;
  return {
    kind: 'list',
    document: { outbox, meta: buildListMeta({ next, limit }) },
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

function formatTime({ at }: OutboxItem, now: number, zone?: LocalClock | null): string {
  return formatClockTime(Date.parse(at), now, zone);
}

/** The profile is only shown if there are several. */
function buildProfileColumn(isShown: boolean): Column<OutboxItem> {
  return { ...pickMember('profile', 'profile'), placeholder: () => 'Primary', drop: 2, dataOnly: !isShown };
}
