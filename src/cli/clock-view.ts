import type { ClockMode, ClockState } from '../facts/control.ts';
import type { RecordView } from './render/view.ts';

/** Said when a clock was moved: people wonder later why nothing happens. */
export const STANDS_STILL =
  'the clock of the sandbox stands still now, until it is moved again; "crier sandbox clock real" lets it run';

/** The sandbox's clock, as every command that reads or moves it prints it. */
export function clockView(clock: ClockState): RecordView {
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
