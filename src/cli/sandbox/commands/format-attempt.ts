import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import type { AttemptReport, BlockedDelivery } from '../../../sandbox/engine/attempt-report.ts';
import { formatEventName } from '../../hooks/webhook-events.ts';

/** Formats one attempt of a delivery. */
export function formatAttempt(attempted: AttemptReport): string {
  const { at, action, type, hookId, attempt, status, error } = attempted;
  const what = formatEventName({ action, kind: type });
  const answer = error ?? `status ${status ?? ''}`;
  return `${formatIsoSeconds(at)} ${hookId} ${what}, attempt ${attempt}: ${answer}, ${describeNext(attempted)}`;
}

/** Formats a delivery that is not attempted. */
export function formatHeld({ at, action, type, hookId, requirement }: BlockedDelivery): string {
  return `${formatIsoSeconds(at)} ${hookId} ${formatEventName({ action, kind: type })}: waits for ${requirement}`;
}

function describeNext({ state, nextAt, requirement }: AttemptReport): string {
  if (state === 'delivered') return 'delivered';
  if (state === 'failed') return 'failed permanently';
  if (requirement !== null) return `waits for ${requirement}`;
  return nextAt === null ? 'waits' : `retry at ${formatIsoSeconds(nextAt)}`;
}
