import { ASSUMED } from '../facts/assumed.ts';
import { LIMITS } from '../facts/limits.ts';
import { RETRIED_CLIENT_ERRORS } from '../facts/webhooks.ts';

/** The answer to one attempt of a delivery. */
export interface AttemptOutcome {
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Why there was no whole answer; null when there was. */
  readonly fault: string | null;
  /** Refused because of its URL, which no later attempt changes: see `isRefusedByUrl`. */
  readonly isRefused: boolean;
}

/** What becomes of a delivery after an attempt. */
export type AttemptVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' }
  /** Another attempt so much later, in milliseconds. */
  | { readonly kind: 'again'; readonly afterMs: number };

/** Why nothing left, where the way out was not asked. */
export const UNSENT_REASONS = {
  ownFault: 'a fault of the sandbox itself',
  unreadableSecret: 'secret not readable',
} as const;

const OK = 200;

/** Waits before each further attempt, from the failure before it (U-04): thirteen attempts over 15 h 35 m. */
export const DELIVERY_WAITS_MS: readonly number[] = [
  ...ASSUMED.webhookFirstWaitsMs,
  ...LIMITS.webhookLaterWaitsMs,
];

/**
 * Decides whether a delivery is done, lost, or due again.
 *
 * @param tries how many attempts of the schedule there were before this one
 * @returns a wait in milliseconds, or a final verdict
 * @see docs/service/webhooks.md#deliveries, #HOOK-04 to #HOOK-06, #HOOK-22
 * @see docs/service/readings.md#U-03 to #U-07
 */
export function decideAfterAttempt(tries: number, outcome: AttemptOutcome): AttemptVerdict {
  if (isDelivered(outcome)) return { kind: 'delivered' };
  const afterMs = isFinal(outcome) ? undefined : DELIVERY_WAITS_MS[tries];
  return afterMs === undefined ? { kind: 'failed' } : { kind: 'again', afterMs };
}

/**
 * Why an attempt does not count as delivered, in one of a few words: neither what was answered nor who stands behind the
 * address can be told from it.
 *
 * @returns null when it does
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

/** Nobody reads what stands behind the status, so that too much of it is no fault. */
function isDelivered({ status, fault }: Omit<AttemptOutcome, 'isRefused'>): boolean {
  if (status === null || (fault !== null && fault !== 'answer too large')) return false;
  return isGood(status);
}

function isGood(status: number): boolean {
  return status === OK || (ASSUMED.accept2xx && status >= 200 && status < 300);
}

/**
 * U-06, U-07: a client error other than three is final, and so is an address that its URL alone shows to be refused. A
 * name that resolves to a private address at one attempt is a DNS failure like others: the next answer may be right.
 */
function isFinal({ status, isRefused }: AttemptOutcome): boolean {
  if (isRefused) return true;
  if (status === null || status < 400 || status >= 500) return false;
  return !RETRIED_CLIENT_ERRORS.some((each) => each === status);
}
