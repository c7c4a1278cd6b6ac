import { ASSUMED } from '../../service/assumed.ts';

const { leaseMs } = ASSUMED;

/** Sandbox time, for due times, and the machine's time, for leases. */
export interface ClockTimes {
  now: number;
  real: number;
}

/**
 * SQL condition: the lease has expired. `?1` is the machine's time. A lease that ends too far ahead was made before
 * the machine's clock was set back, and does not count.
 */
export const LEASE_EXPIRED = `(lease_until <= ?1 or lease_until > ?1 + ${leaseMs})`;

/** SQL condition: the lease is active. */
export const LEASE_ACTIVE = `(lease_until > ?1 and lease_until <= ?1 + ${leaseMs})`;

/** When a lease taken now ends, by the machine's clock. */
export function computeLeaseEnd(real: number): number {
  return real + leaseMs;
}
