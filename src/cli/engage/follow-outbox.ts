import type { CommandOutcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import type { ListView } from '../render/view.ts';
import { LOOK_EVERY_MS, type SandboxControl } from '../sandbox-control.ts';
import { type Sent, sentEvent, withRecipients } from './outbox.ts';
import { BEGINNING, outboxBatches } from './outbox-pages.ts';
import { outboxView } from './outbox-view.ts';
import { isWanted, type OutboxWanted } from './outbox-wanted.ts';

interface Following extends Pick<CommandContext, 'clock' | 'signal' | 'progress'> {
  readonly control: SandboxControl;
  /** So many at first; null for all. */
  readonly limit: number | null;
}

/** What is sent, as it is sent, oldest first; until the run is told to end. */
export function followOutbox(wanted: OutboxWanted, following: Following): CommandOutcome {
  let asOf: number | undefined;
  async function* batches() {
    for await (const { sent, now } of news(wanted, following)) {
      asOf = now;
      yield sent;
    }
  }
  const show = { limit: null, next: null, empty: 'nothing was sent yet', goesOn: true };
  return {
    view: {
      kind: 'stream',
      live: true,
      endless: true,
      batches: batches(),
      // they come from the batches above
      list: (sent) => outboxView(sent as readonly Sent[], show) as ListView<unknown>,
      asOf: () => asOf,
    },
  };
}

interface News {
  readonly sent: readonly Sent[];
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
}

/** Rows that are looked at together. */
const BATCH = 100;

async function* news(
  wanted: OutboxWanted,
  { control, limit, clock, signal, progress }: Following,
): AsyncGenerator<News> {
  const waiting = new Set<string>();
  let place = BEGINNING;
  let latest: readonly Sent[] | null = [];
  for (;;) {
    const now = Date.parse((await control.call('getClock', {})).now);
    const ended = await endedOf(waiting, control);
    const picked = ended.filter(isWanted(wanted, now));
    if (picked.length > 0) yield { sent: picked, now };
    for await (const batch of outboxBatches(
      control,
      { wanted, now },
      { order: 'oldest', from: place, batch: BATCH },
    )) {
      place = batch.place;
      const sent = batch.wanted.map((each) => each.sent);
      for (const { hookId, state } of sent) if (hookId !== null && state === 'waiting') waiting.add(hookId);
      if (latest !== null && limit !== null) latest = [...latest, ...sent].slice(-limit);
      else if (sent.length > 0) yield { sent, now };
    }
    if (latest !== null && latest.length > 0) yield { sent: latest, now };
    latest = null;
    progress('waiting for what is sent');
    await clock.sleep(LOOK_EVERY_MS, signal);
    progress(null);
  }
}

/** Deliveries that were waiting and have ended, which are not looked for again. */
async function endedOf(
  waiting: Set<string>,
  control: Pick<SandboxControl, 'call'>,
): Promise<readonly Sent[]> {
  const ended: Sent[] = [];
  let left = [...waiting];
  while (left.length > 0) {
    const { deliveries, rest } = await control.call('findDeliveries', { hookIds: left.slice(0, BATCH) });
    const over = deliveries.filter(({ state }) => state !== 'waiting');
    for (const { hookId } of over) waiting.delete(hookId);
    ended.push(...over.map(sentEvent));
    left = [...rest, ...left.slice(BATCH)];
  }
  return withRecipients(ended, control);
}
