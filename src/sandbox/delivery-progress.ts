import type { PrivateAllowlist } from '../domain/addresses/public-url.ts';
import type { Delivery } from './store/deliveries.ts';

/** Result of an attempt; all null while it is in flight. */
interface AttemptProgress {
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** Progress of a delivery. */
interface DeliveryProgress {
  /** In order. */
  readonly attempts: readonly AttemptProgress[];
  /** Why it ended, if no attempt ended it; otherwise null. */
  readonly endError: string | null;
}

const isFinished = ({ ms, error }: AttemptProgress): boolean => ms !== null || error !== null;

/** Whether an attempt is in flight: until it ends, the next due time is not known. @param attempts in order */
export function isInFlight(attempts: readonly AttemptProgress[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isFinished(last);
}

/**
 * Returns the result of the last finished attempt, null if there is none; an error that ended the delivery without an
 * attempt takes precedence.
 */
export function getLastResult({ attempts, endError }: DeliveryProgress) {
  const last = attempts.findLast(isFinished);
  return { lastStatus: last?.status ?? null, lastError: endError ?? last?.error ?? null };
}

/**
 * Describes the requirement of a delivery that this run may not make, because its address is private and not allowed
 * here.
 *
 * @returns null when there is none
 * @see docs/safety.md#S9
 * @see docs/service/readings.md#U-07
 */
export function describeRequirement(
  { isBlocked, address }: Pick<Delivery, 'isBlocked' | 'address'>,
  allowance: PrivateAllowlist,
): string | null {
  return isBlocked && !allowance.includes(address) ? describeAllowingRun(address) : null;
}

/** The requirement for a host and port: a flag to copy, if a shell takes the address literally. */
export function describeAllowingRun(address: string): string {
  return PLAIN.test(address) ? `a run with --allow-private ${address}` : `a run that may reach ${address}`;
}

/** A host may contain `$(…)` and other shell syntax. */
const PLAIN = /^[\w.:[\]-]+$/;
