import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { getEventKind } from '../../domain/webhooks/get-event-kind.ts';
import type { ListedDelivery } from '../../service/control/deliveries.ts';
import { getLastResult, isInFlight } from '../delivery-progress.ts';
import { describeRequirement } from '../describe-requirement.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import type { DeliveryWithAttempts } from '../store/deliveries.ts';
import type { ControlContext } from './control-handler.ts';
import { getAlias } from './require-profile.ts';

/** Converts a delivery to its form in the control interface. */
export function toListedDelivery(
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
    isBlocked,
    ...delivery
  }: DeliveryWithAttempts,
  { store, allowance }: Pick<ControlContext, 'store' | 'allowance'>,
): ListedDelivery {
  const requirement = describeRequirement({ isBlocked, address }, allowance);
  return {
    hookId,
    profile: getAlias(profile, store),
    action,
    type: getEventKind(event),
    url,
    address,
    state,
    created: formatIsoSeconds(created),
    attempts: delivery.attempts.length,
    ...getLastResult(delivery),
    nextAttempt: requirement === null && !isInFlight(delivery.attempts) ? formatTimeOrNull(dueAt) : null,
    requirement,
    event,
  };
}
