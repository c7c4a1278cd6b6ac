import type { CommandOutcome } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { LOOK_EVERY_MS, type SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { buildOutboxView } from './list-outbox.ts';
import {
  addRecipients,
  createOutboxMatcher,
  type OutboxFilter,
  type OutboxItem,
  toWebhookItem,
} from './outbox.ts';
import { OUTBOX_START, readOutboxBatches } from './read-outbox-batches.ts';

interface FollowOutboxContext {
  io: IoPort;
  control: SandboxControl;
  /** Number of items at first; null for all. */
  limit: number | null;
}

/** Streams sent items, oldest first, until the command is stopped. */
export function followOutbox(filter: OutboxFilter, following: FollowOutboxContext): CommandOutcome {
  let asOf: number | undefined;
  async function* readBatches() {
    for await (const { sent, now } of readNews(filter, following)) {
      asOf = now;
      yield sent;
    }
  }
  const show = { limit: null, next: null, empty: 'nothing was sent yet', isStreaming: true };
  return {
    view: {
      kind: 'stream',
      live: true,
      endless: true,
      batches: readBatches(),
      // the items of the batches above
      list: (sent) => buildOutboxView(sent as readonly OutboxItem[], show),
      asOf: () => asOf,
    },
  };
}

/** Batch size. */
const BATCH = 100;

async function* readNews(
  filter: OutboxFilter,
  { control, limit, io }: FollowOutboxContext,
): AsyncGenerator<{ sent: readonly OutboxItem[]; now: number }> {
  const waiting = new Set<string>();
  let place = OUTBOX_START;
  let latest: readonly OutboxItem[] | null = [];
  for (;;) {
    const now = Date.parse((await control.call('getClock', {})).now);
    const ended = await findCompleted(waiting, control);
    const picked = ended.filter(createOutboxMatcher(filter, now));
    if (picked.length > 0) yield { sent: picked, now };
    for await (const batch of readOutboxBatches(
      control,
      { filter, now },
      { order: 'oldest', from: place, batch: BATCH },
    )) {
      place = batch.cursor;
      const sent = batch.items.map((each) => each.sent);
      for (const { hookId, state } of sent) if (hookId !== null && state === 'waiting') waiting.add(hookId);
      if (latest !== null && limit !== null) latest = [...latest, ...sent].slice(-limit);
      else if (sent.length > 0) yield { sent, now };
    }
    if (latest !== null && latest.length > 0) yield { sent: latest, now };
    latest = null;
    io.progress('waiting for new items');
    await io.clock.sleep(LOOK_EVERY_MS, io.signal);
    io.progress(null);
  }
}

/** Deliveries that were waiting and are now complete; they are removed from the set. */
async function findCompleted(
  waiting: Set<string>,
  control: Pick<SandboxControl, 'call'>,
): Promise<readonly OutboxItem[]> {
  const ended: OutboxItem[] = [];
  let left = [...waiting];
  while (left.length > 0) {
    const { deliveries, remaining } = await control.call('findDeliveries', { hookIds: left.slice(0, BATCH) });
    const over = deliveries.filter(({ state }) => state !== 'waiting');
    for (const { hookId } of over) waiting.delete(hookId);
    ended.push(...over.map(toWebhookItem));
    left = [...remaining, ...left.slice(BATCH)];
  }
  return addRecipients(ended, control);
}
