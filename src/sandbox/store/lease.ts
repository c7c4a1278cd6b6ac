import { ASSUMED } from '../../facts/assumed.ts';

const { leaseMs } = ASSUMED;

/**
 * Whether somebody took up what a row stands for, and is gone: `?1` is the machine's time. A lease that ends too far ahead
 * was made before the machine's clock was set back: it does not count.
 */
export const LEASE_EXPIRED = `(lease_until <= ?1 or lease_until > ?1 + ${leaseMs})`;

/** Whether somebody works on it, by the same. */
export const LEASE_ACTIVE = `(lease_until > ?1 and lease_until <= ?1 + ${leaseMs})`;

/** When a lease ends that begins now, by the machine's clock. */
export function computeLeaseEnd(real: number): number {
  return real + leaseMs;
}
