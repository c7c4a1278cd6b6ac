import { limitHeapGrowth } from '../automations/activity/limit-heap-growth.ts';
import type { SandboxControl } from '../context/sandbox-control.ts';
import type { ListView } from '../render/view.ts';
import type { CommandOutcome } from '../shell/command.ts';
import type { OutboxItem } from './outbox.ts';
import type { OutboxFilter } from './outbox-filter.ts';
import { buildOutboxView } from './outbox-view.ts';
import {
  encodeOutboxCursor,
  type OutboxCursor,
  type PlacedItem,
  readOutboxBatches,
} from './read-outbox-batches.ts';

interface OutboxListOptions {
  readonly filter: OutboxFilter;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly from: OutboxCursor;
  /** Message for an empty list. @param others number of items that did not match the filters */
  formatEmpty(others: number): string;
}

/** Batch size. */
const BATCH = 100;

/** Lists the latest matching items, newest first, with the cursor after them. */
export async function listOutboxPage(
  control: SandboxControl,
  { filter, now, from, formatEmpty, limit }: OutboxListOptions & { readonly limit: number },
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
    limitHeapGrowth();
    for await (const batch of readOutboxBatches(
      control,
      { filter, now },
      { order: 'newest', from, batch: BATCH },
    )) {
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
      list: (sent) =>
        buildOutboxView(sent as readonly OutboxItem[], {
          limit: null,
          next: null,
          empty: formatEmpty(others),
        }) as ListView<unknown>,
      asOf: () => now,
    },
    finish: () => (printed === 0 ? { notes: [formatEmpty(others)] } : {}),
  };
}
