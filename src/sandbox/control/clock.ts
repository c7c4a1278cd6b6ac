import type { ClockState } from '../../facts/control.ts';
import { CLOCK_RANGE } from '../../facts/instant.ts';
import { DELIVERY_WAITS_MS } from '../../rules/decide-after-attempt.ts';
import { floorToSecond } from '../../rules/floor-to-second.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { advanceBy } from '../engine/advance.ts';
import { getDefaultBound, prune } from '../engine/prune.ts';
import { rescheduleDms } from '../engine/reschedule-dms.ts';
import { createInputFailure } from '../service-failure.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';

const getClock: ControlHandler<'getClock'> = (_input, { clock }) => getClockState(clock);

const setClock: ControlHandler<'setClock'> = ({ mode, now }, { clock, store }) =>
  store.transaction(() => {
    const before = clock.now();
    if (mode === 'real') clock.follow();
    else clock.set(floorToSecond(readTimestamp(now).ms ?? before));
    if (clock.now() < before) {
      rescheduleDms(store, clock.now());
      store.deliveryQueue.bringForward(clock.now(), [0, ...DELIVERY_WAITS_MS]);
    }
    return getClockState(clock);
  });

/** Advancing freezes a real clock: otherwise what it was advanced for would be over before anything reads it. */
const advanceClock: ControlHandler<'advanceClock'> = async ({ ms }, { clock, engine }) => {
  if (clock.now() + ms > CLOCK_RANGE.max) {
    throw createInputFailure(`ms: must not go beyond the year 9999, from ${formatIsoSeconds(clock.now())}`);
  }
  const { ended, posted, attempts } = await advanceBy(engine, { clock, by: ms });
  await prune(engine, { bound: getDefaultBound(clock.now()), isDry: false });
  const ran = { dispatches: ended.length, ...posted, ...attempts };
  return { ...getClockState(clock), processed: ran, ended: [...ended] };
};

export const clockHandlers = { getClock, setClock, advanceClock };

export function getClockState(clock: ControlContext['clock']): ClockState {
  return { mode: clock.mode(), now: formatIsoSeconds(clock.now()) };
}
