import { MINUTE_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { StoredAction } from '../store/action-results.ts';
import { type DispatchContext, getDedupKey } from './dispatch-context.ts';

/**
 * The dedup window of an action in milliseconds; 0 when it has none.
 *
 * @see docs/service/automations.md#AUT-11
 * @see docs/service/readings.md#U-14
 */
export function getDedupWindowMs({ dedupWindowMinutes }: Readonly<Record<string, unknown>>): number {
  const minutes =
    typeof dedupWindowMinutes === 'number' ? dedupWindowMinutes : LIMITS.dedupWindowMinutes.default;
  return minutes * MINUTE_MS;
}

/**
 * Whether the dedup window of an action is open for a person. It closes when exactly its length has passed.
 *
 * @param acceptedAt when the action last fired for the person; null when it never did
 * @see docs/service/engine.md#ENG-06, #D-06
 * @see docs/service/readings.md#U-13
 */
export function isInsideDedupWindow(acceptedAt: number | null, window: number, now: number): boolean {
  return acceptedAt !== null && now < acceptedAt + window;
}

/** Starts the dedup window: the action fired for the person, or may have. @see docs/service/readings.md#U-13 */
export function startDedupWindow(
  context: DispatchContext,
  action: Pick<StoredAction, 'actionId' | 'config'>,
): void {
  const { engine, dispatch, now } = context;
  if (getDedupWindowMs(action.config) > 0) engine.store.dedupClaims.save(getDedupKey(dispatch, action), now);
}
