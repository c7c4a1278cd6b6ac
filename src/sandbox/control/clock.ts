import type { ClockState } from '../../facts/control.ts';
import { CLOCK_RANGE } from '../../facts/control.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { wholeSecond } from '../../rules/whole-second.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';

const getClock: ControlHandler<'getClock'> = (_input, { clock }) => clockState(clock);

const setClock: ControlHandler<'setClock'> = ({ mode, now }, { clock, store }) =>
  store.transaction(() => {
    if (mode === 'real') clock.follow();
    else clock.set(wholeSecond(readTimestamp(now).ms ?? clock.now()));
    return clockState(clock);
  });

/** A real clock stops where it is moved to: otherwise what it was moved for would be past before anybody looked. */
const advanceClock: ControlHandler<'advanceClock'> = ({ ms }, { clock, store }) =>
  store.transaction(() => {
    const then = clock.now() + ms;
    if (then > CLOCK_RANGE.max) {
      throw new ServiceFailure(101, {
        message: 'Missing or incorrect parameters.',
        details: `ms: leads past the year 9999, from ${isoSeconds(clock.now())}`,
      });
    }
    clock.set(then);
    // Nothing in the sandbox falls due by itself so far.
    return { ...clockState(clock), ran: {} };
  });

export const clockHandlers = { getClock, setClock, advanceClock };

export function clockState(clock: ControlContext['clock']): ClockState {
  return { mode: clock.mode(), now: isoSeconds(clock.now()) };
}
