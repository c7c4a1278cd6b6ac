import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { buildDeliveryBody, type DeliveredEvent } from '../../domain/webhooks/build-delivery-body.ts';
import { getLastResult, isInFlight } from '../delivery-progress.ts';

/** One attempt of a delivery; times in milliseconds since 1970. */
interface RecordedAttempt {
  readonly attempt: number;
  readonly deliveryId: string;
  readonly at: number;
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly byAllowance: boolean;
}

/** A delivery and its result. */
export interface RecordedDelivery extends DeliveredEvent {
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null if none is scheduled. */
  readonly dueAt: number | null;
  /** What a run must provide before the next attempt; null for nothing. */
  readonly requirement: string | null;
  /** Why it ended, if no attempt ended it; otherwise null. */
  readonly endError: string | null;
  /** In order. */
  readonly attempts: readonly RecordedAttempt[];
}

const STATES = { waiting: 'retrying', delivered: 'delivered', failed: 'failed' } as const;

/**
 * Builds an entry of the delivery history: the body as last sent (before the first attempt, as it would be sent now)
 * and its result.
 *
 * @see docs/service/webhooks.md#history, #HOOK-20, #HOOK-22
 */
export function buildHistoryEntry(delivery: RecordedDelivery): Readonly<Record<string, unknown>> {
  const { state, dueAt, requirement, attempts, created } = delivery;
  const { lastStatus, lastError } = getLastResult(delivery);
  const sentAt = attempts.at(-1)?.at ?? created;
  return {
    ...buildDeliveryBody(delivery, Math.floor(sentAt / 1_000)),
    delivery: {
      state: STATES[state],
      attempts: attempts.length,
      lastStatus,
      lastError: lastError === `status ${lastStatus}` ? null : lastError,
      nextAttempt:
        dueAt === null || requirement !== null || isInFlight(attempts) ? null : formatIsoSeconds(dueAt),
      ...(requirement !== null && { requirement }),
      log: attempts.map(toLogEntry),
    },
  };
}

function toLogEntry({ attempt, deliveryId, at, ms, status, error, byAllowance }: RecordedAttempt) {
  return { attempt, deliveryId, at: formatIsoSeconds(at), ms, status, error, allowedPrivate: byAllowance };
}
