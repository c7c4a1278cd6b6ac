import type { ListedDelivery } from '../../facts/delivery-control.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { getEventKind } from '../../rules/get-event-kind.ts';
import { getLastResult, isInFlight } from '../../rules/get-last-result.ts';
import { awaitedRun } from '../awaited-run.ts';
import { momentOrNull } from '../moment-or-null.ts';
import type { DeliveryWithAttempts } from '../store/deliveries.ts';
import type { ControlContext } from './control-handler.ts';
import { aliasOf } from './named-profile.ts';

/** A delivery as orders to the sandbox give it. */
export function listedDelivery(
  {
    hookId,
    profile,
    action,
    url,
    address,
    state,
    created,
    dueAt,
    event,
    isHeld,
    ...delivery
  }: DeliveryWithAttempts,
  { store, allowance }: Pick<ControlContext, 'store' | 'allowance'>,
): ListedDelivery {
  const awaits = awaitedRun({ isHeld, address }, allowance);
  return {
    hookId,
    profile: aliasOf(profile, store),
    action,
    type: getEventKind(event),
    url,
    address,
    state,
    created: formatIsoSeconds(created),
    attempts: delivery.attempts.length,
    ...getLastResult(delivery),
    nextAttempt: awaits === null && !isInFlight(delivery.attempts) ? momentOrNull(dueAt) : null,
    awaits,
    event,
  };
}
