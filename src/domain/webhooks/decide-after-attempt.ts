import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS } from '../../service/webhooks.ts';

/** The result of one delivery attempt. */
export interface AttemptOutcome {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Why there was no complete answer; null if there was. */
  readonly fault: string | null;
  /** Rejected because of its URL, which no retry can change: see `isRefusedByUrl`. */
  readonly isRefused: boolean;
}

/** The state of a delivery after an attempt. */
export type AttemptVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' }
  /** Retry after this wait, in milliseconds. */
  | { readonly kind: 'again'; readonly afterMs: number };

/** Reasons why nothing was sent, other than those of the outbound guard. */
export const UNSENT_REASONS = {
  ownFault: 'a fault of the sandbox itself',
  unreadableSecret: 'secret not readable',
} as const;

const OK = 200;

/** Backoff before each retry, from the previous failure (U-04): thirteen attempts over 15 h 35 m. */
export const DELIVERY_WAITS_MS: readonly number[] = [
  ...ASSUMED.webhookFirstWaitsMs,
  ...LIMITS.webhookLaterWaitsMs,
];

/**
 * Decides whether a delivery is delivered, failed, or due for a retry.
 *
 * @param tries number of scheduled attempts before this one
 * @returns a wait in milliseconds, or a terminal state
 * @see docs/service/webhooks.md#deliveries, #HOOK-04 to #HOOK-06, #HOOK-22
 * @see docs/service/readings.md#U-03 to #U-07
 */
export function decideAfterAttempt(tries: number, outcome: AttemptOutcome): AttemptVerdict {
  if (isDelivered(outcome)) return { kind: 'delivered' };
  const afterMs = isFinal(outcome) ? undefined : DELIVERY_WAITS_MS[tries];
  return afterMs === undefined ? { kind: 'failed' } : { kind: 'again', afterMs };
}

/**
 * Describes why an attempt does not count as delivered. The fixed wording reveals neither the answer nor what is
 * behind the address.
 *
 * @returns null if it does
 * @see docs/service/readings.md#U-05, #U-06
 * @see docs/safety.md#S8
 */
export function describeAttemptError(outcome: Omit<AttemptOutcome, 'isRefused'>): string | null {
  if (isDelivered(outcome)) return null;
  const { status, fault } = outcome;
  if (status === null || isGood(status)) return fault;
  if (status >= 300 && status < 400) return 'redirect';
  return status < 300 ? `status ${status}, not ${OK}` : `status ${status}`;
}

/** The content of the answer is ignored, so an oversized body is not an error. */
function isDelivered({ status, fault }: Omit<AttemptOutcome, 'isRefused'>): boolean {
  if (status === null || (fault !== null && fault !== 'answer too large')) return false;
  return isGood(status);
}

function isGood(status: number): boolean {
  return status === OK || (ASSUMED.accept2xx && status >= 200 && status < 300);
}

/**
 * U-06, U-07: a client error other than three is final, and so is an address that is refused only because
 * of its URL. A name that resolves to a private address is treated like any DNS failure: the next answer may differ.
 */
function isFinal({ status, isRefused }: AttemptOutcome): boolean {
  if (isRefused) return true;
  if (status === null || status < 400 || status >= 500) return false;
  return !RETRIED_CLIENT_ERRORS.some((each) => each === status);
}
