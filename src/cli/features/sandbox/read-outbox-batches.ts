import { followPages, type ListPage } from '../../../client/follow-pages.ts';
import { createUsageError } from '../../../errors.ts';
import type { PageQuery } from '../../../service/control/call.ts';
import type { ControlAnswer } from '../../../service/control/control.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import {
  addRecipients,
  createOutboxMatcher,
  type OutboxFilter,
  type OutboxItem,
  toEmailItem,
  toMessageItem,
  toWebhookItem,
} from './outbox.ts';

type OutboxControl = Pick<SandboxControl, 'call'>;

/** Cursors of the three lists that are merged to an outbox; null for the start of a list. */
export type OutboxCursor = readonly [messages: Cursor, emails: Cursor, deliveries: Cursor];
type Cursor = string | null;

export const OUTBOX_START: OutboxCursor = [null, null, null];

/** An item and the cursor after it. */
export interface PlacedItem {
  readonly sent: OutboxItem;
  readonly place: OutboxCursor;
}

/** A page of one list. */
interface OutboxPage extends ListPage<{ sent: OutboxItem; cursor: string }> {
  start: string;
}

type ReadPage = (call: OutboxControl['call'], query: PageQuery) => Promise<OutboxPage>;

/** In the order of `OutboxCursor`; within the same second, items of the first list are the oldest. */
const LISTS: readonly [ReadPage, ReadPage, ReadPage] = [
  async (call, query) => {
    const { messages, meta } = await call('listInbox', query);
    return toOutboxPage(messages, toMessageItem, meta);
  },
  async (call, query) => {
    const { emails, meta } = await call('listOutbox', query);
    return toOutboxPage(emails, toEmailItem, meta);
  },
  async (call, query) => {
    const { deliveries, meta } = await call('listDeliveries', query);
    return toOutboxPage(deliveries, toWebhookItem, meta);
  },
];

function toOutboxPage<Row extends { cursor: string }>(
  rows: readonly Row[],
  toItem: (row: Row) => OutboxItem,
  { pagination }: ControlAnswer<'listInbox'>['meta'],
): OutboxPage {
  return { rows: rows.map((row) => ({ sent: toItem(row), cursor: row.cursor })), ...pagination };
}

/** How an outbox is read. */
export interface OutboxReadOptions {
  readonly order: NonNullable<PageQuery['order']>;
  readonly from: OutboxCursor;
  /** Batch size. */
  readonly batch: number;
}

/** Items that were read together. */
export interface OutboxBatch {
  /** The matching items. */
  readonly items: readonly PlacedItem[];
  /** Number of the other items. */
  readonly skipped: number;
  /** The cursor after all of them. */
  readonly cursor: OutboxCursor;
}

/**
 * Reads what the sandbox sent, merged from its lists by time, in batches: only one page of each list is kept in memory.
 */
export async function* readOutboxBatches(
  { call }: OutboxControl,
  { filter, now }: { filter: OutboxFilter; now: number },
  read: OutboxReadOptions,
): AsyncGenerator<OutboxBatch> {
  let rows: PlacedItem[] = [];
  const picked = async (): Promise<OutboxBatch> => {
    const named = await addRecipients(
      rows.map(({ sent }) => sent),
      { call },
    );
    const placed = rows.map(({ place }, index) => ({ place, sent: named[index] }));
    const isPicked = createOutboxMatcher(filter, now);
    const picks = placed.flatMap(({ sent, place }) =>
      sent !== undefined && isPicked(sent) ? [{ sent, place }] : [],
    );
    const place = rows.at(-1)?.place ?? read.from;
    return { items: picks, skipped: rows.length - picks.length, cursor: place };
  };
  try {
    for await (const each of mergeRows(call, read)) {
      rows.push(each);
      if (rows.length < read.batch) continue;
      yield await picked();
      rows = [];
    }
  } catch (error) {
    if (rows.length > 0) yield await picked();
    throw error;
  }
  if (rows.length > 0) yield await picked();
}

async function* mergeRows(
  call: OutboxControl['call'],
  { order, from, batch }: OutboxReadOptions,
): AsyncGenerator<PlacedItem> {
  const readers = LISTS.map((readPage, index) =>
    createListReader((query) => readPage(call, query), { order, batch, from: from[index] ?? null }),
  );
  for (;;) {
    for (const reader of readers) await reader.load();
    const heads = readers.flatMap((reader) => (reader.head() === null ? [] : [reader]));
    const [first] = heads.toSorted((one, other) =>
      compareItems(one.head(), other.head(), order, readers.indexOf(one) - readers.indexOf(other)),
    );
    const row = first?.head();
    if (first === undefined || row === null || row === undefined) return;
    first.pass();
    const [messages, emails, deliveries] = readers.map((reader) => reader.place());
    yield { sent: row, place: [messages ?? null, emails ?? null, deliveries ?? null] };
  }
}

function compareItems(
  one: OutboxItem | null,
  other: OutboxItem | null,
  order: OutboxReadOptions['order'],
  lists: number,
): number {
  const oldestFirst = (one?.at ?? '').localeCompare(other?.at ?? '') || lists;
  return order === 'oldest' ? oldestFirst : -oldestFirst;
}

const MOST_ROWS = 1_000;

/** Reads a list row by row; call `load` before each. */
function createListReader(
  readPage: (query: PageQuery) => Promise<OutboxPage>,
  { order, batch, from }: { order: PageQuery['order']; batch: number; from: Cursor },
) {
  const limit = Math.min(batch, MOST_ROWS);
  const read = (cursor: Cursor) => readPage({ order, limit, cursor: cursor ?? undefined });
  const pages = followPages(read, { from, keyOf: (row: OutboxPage['rows'][number]) => row.cursor });
  let rows: OutboxPage['rows'] = [];
  let index = 0;
  let place: Cursor = from;
  return {
    /** The current row; null at the end. */
    head: (): OutboxItem | null => rows[index]?.sent ?? null,
    /** The cursor before the current row. */
    place: (): Cursor => place,
    /** Moves the cursor behind the current row. */
    pass(): void {
      place = rows[index]?.cursor ?? place;
      index += 1;
    },
    /** Reads the next page when there is no current row. */
    async load(): Promise<void> {
      while (index >= rows.length) {
        const { value: page, done = false } = await pages.next();
        if (done || page === undefined) return;
        // rows that are added later are excluded, also from a list that was empty at first
        place ??= page.start;
        rows = page.rows;
        index = 0;
      }
    },
  };
}

/** Encodes a cursor for `--cursor`. */
export function encodeOutboxCursor(place: OutboxCursor): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws CrierError of kind usage for what `encodeOutboxCursor` did not write */
export function decodeOutboxCursor(cursor: string): OutboxCursor {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === LISTS.length) {
      const [messages, emails, deliveries] = place.map((each: unknown) =>
        typeof each === 'string' ? each : null,
      );
      return [messages ?? null, emails ?? null, deliveries ?? null];
    }
  } catch {
    // It is refused below.
  }
  throw createUsageError('--cursor is not a cursor of this list', 'use `next` of --json');
}
