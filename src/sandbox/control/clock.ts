import type { ClockState } from '../../facts/control.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { isoSeconds } from '../networks/network-time.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';

const SECOND_MS = 1_000;

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
    clock.set(clock.now() + ms);
    // Nothing in the sandbox falls due by itself so far.
    return { ...clockState(clock), ran: {} };
  });

export const clockHandlers = { getClock, setClock, advanceClock };

export function clockState(clock: ControlContext['clock']): ClockState {
  return { mode: clock.mode(), now: isoSeconds(clock.now()) };
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
