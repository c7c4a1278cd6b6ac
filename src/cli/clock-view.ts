import type { ClockMode, ClockState } from '../facts/control.ts';
import type { RecordView } from './render/view.ts';

/** Said when a clock was stopped: people wonder later why nothing happens. */
const STANDS_STILL =
  'the clock of the sandbox stands still now, until it is moved again; "crier sandbox clock real" lets it run';

/** What has to be said of a clock that was moved; of one that stood still already, and went on, nothing. */
export function listClockNotes(before: ClockState, after: ClockState): readonly string[] {
  const stopped = before.mode === 'real' && after.mode === 'set' ? [STANDS_STILL] : [];
  const isBack = Date.parse(after.now) < Date.parse(before.now);
  return isBack ? [...stopped, describeClockGoingBack(before)] : stopped;
}

/** Lists begin with the newest, and windows and limits count from what happened. */
function describeClockGoingBack({ now }: ClockState): string {
  return `the clock went back from ${now}: what happened up to there lies in the future now, and lists begin with it; "crier sandbox reset" takes it away`;
}

/** The sandbox's clock, as every command that reads or moves it prints it. */
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
  real: "runs, with this machine's",
  set: 'stands still',
};
