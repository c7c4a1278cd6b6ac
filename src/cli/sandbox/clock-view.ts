import type { ClockMode, ClockState } from '../../service/control/control.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import type { RecordView } from '../render/view.ts';

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
export function buildClockView(clock: ClockState): RecordView {
  return {
    kind: 'record',
    document: clock,
    lines: [
      { name: 'mode', title: 'clock', value: MODES[clock.mode] },
      { name: 'now', title: 'now', value: clock.now },
    ],
  };
}

const MODES: Readonly<Record<ClockMode, string>> = {
  real: 'real time',
  set: 'frozen',
};

/** Near times are exact, distant ones are rounded up to a larger unit. */
const EXACT = 2;
const UNITS = [
  ['s', SECOND_MS, EXACT * MINUTE_MS],
  ['m', MINUTE_MS, EXACT * HOUR_MS],
  ['h', HOUR_MS, Number.POSITIVE_INFINITY],
] as const;

/** Formats a duration for advancing a clock, rounded up: `34s`, `15m`. @param ms in milliseconds */
export function formatClockAdvance(ms: number): string {
  const needed = Math.max(ms, SECOND_MS);
  const [unit, size] = UNITS.find(([, , below]) => needed <= below) ?? UNITS[0];
  return `${Math.ceil(needed / size)}${unit}`;
}
