import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { DELIVERY_WAITS_MS } from '../../domain/webhooks/decide-after-attempt.ts';
import type { ClockState } from '../../service/control/control.ts';
import { CLOCK_RANGE } from '../../service/times.ts';
import { advanceBy } from '../engine/advance.ts';
import { getDefaultBound, prune } from '../engine/prune.ts';
import { rescheduleDms } from '../engine/reschedule-dms.ts';
import { floorToSecond } from '../floor-to-second.ts';
import { createInputFailure } from '../http/service-failure.ts';
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
