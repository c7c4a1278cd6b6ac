import type { PrivateAllowlist } from '../domain/addresses/private-allowlist.ts';
import type { Delivery } from './store/deliveries.ts';

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
