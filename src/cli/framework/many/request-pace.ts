import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { IoPort } from '../command/io.ts';

const { max, windowMs } = LIMITS.requestRate;

/** Our choice: requests that a run makes without waiting; other clients of the account have the rest. */
const UNPACED = max / 5;
/** After that: two thirds of what the service accepts. */
const EVERY_MS = (1.5 * windowMs) / max;

/** Waits until the next request of a run may be sent. */
export type RequestPace = () => Promise<void>;

/** Keeps a run of many requests below the request limit of the service. @see docs/service/access.md#request-limit */
export function createRequestPace({ clock, signal }: IoPort): RequestPace {
  let count = 0;
  return async () => {
    count += 1;
    if (count > UNPACED) await clock.sleep(EVERY_MS, signal);
  };
}

/** What a progress says while a run waits; nothing while it does not. */
export function formatLimitWait(waitMs: number): string {
  return waitMs === 0 ? '' : `; waiting ${Math.ceil(waitMs / SECOND_MS)}s for the request limit`;
}
