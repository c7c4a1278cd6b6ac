import type { ClockState } from '../facts/control.ts';
import type { RecordView } from './render/view.ts';

/** The sandbox's clock, as every command that reads or moves it prints it. */
export function clockView(clock: ClockState): RecordView {
  return {
    kind: 'record',
    document: clock,
    lines: [
      { name: 'mode', title: 'clock', value: clock.mode },
      { name: 'now', title: 'now', value: clock.now },
    ],
  };
}
