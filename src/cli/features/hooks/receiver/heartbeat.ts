import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createLocalClock } from '../../../../domain/time/local-time.ts';
import type { TargetBacklog } from '../../../../receiver/inbox/inbox.ts';
import type { RunningReceiver } from '../../../../receiver/run/run-receiver.ts';
import { createBacklogReader } from '../../../../receiver/run/serve-admin.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { formatClockTime, formatRelativeTime } from '../../../framework/output/cell.ts';
import { formatCounts } from './listen-notes.ts';

/** Minutes without deliveries until a line says so again. */
const AGAIN_MINUTES = 10;

/**
 * Says on a terminal that the receiver still runs, when no delivery came for a minute, and then every ten minutes.
 *
 * @param signal ends it
 */
export async function noteWhenQuiet(
  receiver: RunningReceiver,
  { io }: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const { clock, note, chosenZone } = io;
  const readBacklogs = createBacklogReader(receiver.inbox, clock);
  const zone = chosenZone === null ? null : createLocalClock(chosenZone);
  const countAll = () => {
    const { counts } = receiver;
    return counts.new + counts.repeated + counts.refused;
  };
  let seen = countAll();
  let minutes = 0;
  for (;;) {
    await clock.sleep(MINUTE_MS, signal);
    const now = countAll();
    minutes = now === seen ? minutes + 1 : 0;
    seen = now;
    if (minutes !== 1 && (minutes === 0 || minutes % AGAIN_MINUTES !== 0)) continue;
    const time = formatClockTime(clock.now(), clock.now(), zone);
    const backlog = await readBacklogs().then(
      (backlogs) => formatBacklog(backlogs, clock.now()),
      () => 'the store does not answer',
    );
    await note(
      `${time}  quiet for ${formatCount(minutes, 'minute')}: ${formatCounts(receiver.counts)} so far; ${backlog}`,
    );
  }
}

/** `12 waiting, the oldest came 3m ago` */
function formatBacklog(backlogs: readonly TargetBacklog[], now: number): string {
  const waiting = backlogs.reduce((sum, each) => sum + each.waiting, 0);
  const oldest = Math.min(...backlogs.flatMap(({ oldestWaiting }) => oldestWaiting ?? []));
  if (waiting === 0) return 'none waiting';
  return `${waiting} waiting, the oldest came ${formatRelativeTime(Math.min(oldest, now), now)}`;
}
