import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { SECOND_MS } from '../service/durations.ts';
import type { Inbox, ReceiverProcess, SeenProcess } from './inbox/inbox.ts';

const EVERY_MS = 15 * SECOND_MS;

/** A process that was not seen for so long has ended without saying so. */
export const GONE_MS = 4 * EVERY_MS;

/**
 * Whether a process runs: it was seen lately, and is not one of this machine that has ended since.
 *
 * @param hasEnded as in `Processes`
 */
export async function isRunning(
  { pid, identity, seenMs }: SeenProcess,
  hasEnded: (id: number, identity: string) => Promise<boolean>,
): Promise<boolean> {
  return seenMs < GONE_MS && !(identity !== null && (await hasEnded(pid, identity)));
}

export function describeOwnProcess(
  role: ReceiverProcess['role'],
  targets: readonly string[],
  own: { pid: number; identity: string },
): ReceiverProcess {
  return { id: randomUUID(), host: hostname(), role, targets, ...own };
}

/** Notes in the inbox that this process runs, for `hooks store status`, until it is stopped. Failures do no harm. */
export function startHeartbeat(
  inbox: Inbox,
  process: ReceiverProcess,
  { now, sleep }: Clock,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  async function noteRepeatedly(): Promise<void> {
    while (!ending.signal.aborted) {
      await inbox.noteProcess(process, now()).catch(() => {}); // the next one may succeed
      await sleep(EVERY_MS, ending.signal).catch(() => {}); // stopped
    }
  }
  const noting = noteRepeatedly();
  return {
    async stop() {
      ending.abort('stopped');
      await noting;
      await inbox.removeProcess(process.id).catch(() => {}); // it will not be seen any more
    },
  };
}
