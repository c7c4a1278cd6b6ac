import type { Outcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import type { ListView } from '../render/view.ts';
import { LOOK_EVERY_MS, type SandboxControl } from '../sandbox-control.ts';
import { outboxOf, type Sent } from './outbox.ts';
import { outboxView } from './outbox-view.ts';
import { isWanted, type OutboxWanted } from './outbox-wanted.ts';

interface Following extends Pick<CommandContext, 'clock' | 'signal' | 'progress'> {
  readonly control: SandboxControl;
  /** So many at first; null for all. */
  readonly limit: number | null;
}

/** What is sent, as it is sent, oldest first; until the run is told to end. */
export function followOutbox(wanted: OutboxWanted, following: Following): Outcome {
  let asOf: number | undefined;
  async function* batches() {
    for await (const { sent, now } of news(wanted, following)) {
      asOf = now;
      yield sent;
    }
  }
  const show = { limit: null, hasMore: false, empty: 'nothing was sent yet', goesOn: true };
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

async function* news(
  wanted: OutboxWanted,
  { control, limit, clock, signal, progress }: Following,
): AsyncGenerator<News> {
  let known = new Set<string>();
  let most = limit ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const now = Date.parse((await control.call('getClock', {})).now);
    const all = (await outboxOf(control)).filter(isWanted(wanted, now));
    yield { sent: all.filter((each) => !known.has(markOf(each))).slice(-most), now };
    known = new Set(all.map(markOf));
    most = Number.POSITIVE_INFINITY;
    progress('waiting for what is sent');
    await clock.sleep(LOOK_EVERY_MS, signal);
    progress(null);
  }
}

/** Of the same row of activity several can go out. */
function markOf({ kind, activityId, to, text, at, state }: Sent): string {
  return JSON.stringify([kind, activityId, to, text, at, state]);
}
