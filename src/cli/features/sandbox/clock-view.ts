import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import type { ClockState, ControlAnswer, SandboxState } from '../../../service/control/control.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { describeClockMode } from '../../framework/command/sandbox/describe-clock.ts';
import { LOOK_EVERY_MS, type SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import type { RecordLine } from '../../framework/output/view.ts';
import { formatSent } from './sandbox-status.ts';

/** Printed when the clock is frozen, since nothing falls due from then on. */
const CLOCK_FROZEN =
  'the sandbox clock is now frozen until it is moved again; "crier sandbox clock real" returns it to real time';

/** Notes about a moved clock; none for a frozen clock that was advanced. */
export function listClockNotes(before: ClockState, after: ClockState): readonly string[] {
  const stopped = before.mode === 'real' && after.mode === 'set' ? [CLOCK_FROZEN] : [];
  const isBack = Date.parse(after.now) < Date.parse(before.now);
  return isBack ? [...stopped, describeClockGoingBack(before)] : stopped;
}

/** Lists start with the newest entry, and windows and limits count from recorded times. */
function describeClockGoingBack({ now }: ClockState): string {
  return `the clock was moved back from ${now}: records up to that time are now in the future and come first in lists; "crier sandbox reset" deletes them`;
}

/** The sandbox clock, as printed by every command that reads or moves it. */
export function listClockLines(clock: ClockState): readonly RecordLine[] {
  return [
    { name: 'mode', title: 'clock', value: describeClockMode(clock) },
    { name: 'now', title: 'now', value: clock.now, role: 'time' },
  ];
}

/** A clock that is being advanced, and the state before. */
interface ClockMove {
  io: IoPort;
  control: SandboxControl;
  before: Pick<SandboxState, 'upcoming' | 'sent'>;
}

/** Advances the clock of a sandbox and reports progress. @param ms milliseconds */
export async function moveClock(
  control: SandboxControl,
  ms: number,
  io: IoPort,
): Promise<{ before: SandboxState; after: ControlAnswer<'advanceClock'> }> {
  const before = await control.call('status', {});
  const after = await reportClockProgress(control.call('advanceClock', { ms }), { io, control, before });
  return { before, after };
}

/**
 * Shows progress while a clock is advanced; when the run is aborted meanwhile, notes the position of the
 * clock.
 */
export async function reportClockProgress<Answer>(work: Promise<Answer>, moving: ClockMove): Promise<Answer> {
  let isKnown = false;
  moving.io.onEnd(() => (moving.io.signal.aborted && !isKnown ? noteClockPosition(moving) : undefined));
  const over = new AbortController();
  const shown = updateProgress(moving, over.signal).catch(() => {}); // it only ends by being aborted
  try {
    const answer = await work;
    isKnown = !moving.io.signal.aborted;
    return answer;
  } finally {
    over.abort();
    await shown;
    moving.io.progress(null);
  }
}

async function updateProgress(moving: ClockMove, over: AbortSignal): Promise<void> {
  let text = 'moving the clock';
  moving.io.progress(() => text);
  for (;;) {
    await moving.io.clock.sleep(LOOK_EVERY_MS, over);
    text = `moving the clock: ${await describeClockPosition(moving)}`;
  }
}

async function noteClockPosition(moving: ClockMove): Promise<void> {
  const { server, stop } = moving.control.connection;
  const cut = (await stop?.()) ?? 0;
  const ended = cut === 0 ? '' : `; ${formatCount(cut, 'request was', 'requests were')} aborted`;
  const goesOn = server === null ? '' : '; the server continues: see crier sandbox status';
  await moving.io.note(`the sandbox clock is at ${await describeClockPosition(moving)}${ended}${goesOn}`);
}

async function describeClockPosition({ control, before }: ClockMove): Promise<string> {
  const { clock, upcoming, sent } = await control.withoutAbort().call('status', {});
  const done = (kind: 'dispatches' | 'posts') => Math.max(0, before.upcoming[kind] - upcoming[kind]);
  const here = { dispatches: done('dispatches'), posts: done('posts') };
  return `${clock.now}; done: ${formatSent({ ...here, ...countSentSince(before, { sent }) })}`;
}

type SentCounts = Pick<SandboxState, 'sent'>;

/** Counts what a sandbox sent between two states, by kind. */
export function countSentSince(before: SentCounts, after: SentCounts): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after.sent).map(([kind, count]) => [kind, count - (before.sent[kind] ?? 0)]),
  );
}
