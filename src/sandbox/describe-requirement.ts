import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import type { Delivery } from './store/deliveries.ts';

/**
 * What a delivery waits for when this run may not reach its address, and another one could. What this run allows,
 * nothing waits for.
 *
 * @returns null for nothing
 * @see docs/safety.md#S9
 * @see docs/service/readings.md#U-07
 */
export function describeRequirement(
  { isBlocked, address }: Pick<Delivery, 'isBlocked' | 'address'>,
  allowance: PrivateAllowlist,
): string | null {
  return isBlocked && !allowance.includes(address) ? describeAllowingRun(address) : null;
}

/** What a delivery to this host and port waits for: a flag to copy where a shell takes the address as it is. */
export function describeAllowingRun(address: string): string {
  return PLAIN.test(address) ? `a run with --allow-private ${address}` : `a run that may reach ${address}`;
}

/** A host may hold `$(…)`, and all else that a shell reads. */
const PLAIN = /^[\w.:[\]-]+$/;
