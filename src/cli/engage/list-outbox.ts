import type { CommandOutcome } from '../command.ts';
import { limitHeapGrowth } from '../limit-heap-growth.ts';
import type { ListView } from '../render/view.ts';
import type { SandboxControl } from '../sandbox-control.ts';
import type { Sent } from './outbox.ts';
import { type OutboxPlace, outboxBatches, type PlacedSent, writeOutboxPlace } from './outbox-pages.ts';
import { outboxView } from './outbox-view.ts';
import type { OutboxWanted } from './outbox-wanted.ts';

interface OutboxListed {
  readonly wanted: OutboxWanted;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly from: OutboxPlace;
  /** What a list without rows says. @param others how many rows the filters left out */
  emptyText(others: number): string;
}

/** Rows that are looked at together. */
const BATCH = 100;

/** The latest rows that are wanted, newest first, and the cursor after them. */
export async function someOutbox(
  control: SandboxControl,
  { wanted, now, from, emptyText, limit }: OutboxListed & { readonly limit: number },
): Promise<CommandOutcome> {
  const found: PlacedSent[] = [];
  let others = 0;
  // One more than is shown tells whether more follow.
  const read = { order: 'newest', from, batch: Math.min(limit + 1, BATCH) } as const;
  for await (const batch of outboxBatches(control, { wanted, now }, read)) {
    found.push(...batch.wanted);
    others += batch.others;
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? writeOutboxPlace(last.place) : null;
  const rows = shown.map(({ sent }) => sent);
  return {
    view: outboxView(rows, { limit, next, empty: emptyText(others) }),
    asOf: now,
    notes:
      next === null
        ? []
        : [`these are the latest ${limit}: --all lists all of them, --cursor goes on with "next" of --json`],
  };
}

/** All rows that are wanted, newest first, as they are read: no more than a page of each list is held. */
export function allOutbox(
  control: SandboxControl,
  { wanted, now, from, emptyText }: OutboxListed,
): CommandOutcome {
  let printed = 0;
  let others = 0;
  async function* batches() {
    limitHeapGrowth();
    for await (const batch of outboxBatches(
      control,
      { wanted, now },
      { order: 'newest', from, batch: BATCH },
    )) {
      others += batch.others;
      printed += batch.wanted.length;
      yield batch.wanted.map(({ sent }) => sent);
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: batches(),
      // they come from the batches above
      list: (sent) =>
        outboxView(sent as readonly Sent[], {
          limit: null,
          next: null,
          empty: emptyText(others),
        }) as ListView<unknown>,
      asOf: () => now,
    },
    afterwards: () => (printed === 0 ? { notes: [emptyText(others)] } : {}),
  };
}
