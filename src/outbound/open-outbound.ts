import type { Clock } from '../clock.ts';
import type { Allowance } from '../rules/private-allowance.ts';
import type { Outbound } from './outbound.ts';

/** What a way out is made of. */
export interface OutboundParts {
  /** What this run may reach though it is not public. */
  readonly allowance: Allowance;
  /** For deadlines. */
  readonly clock: Pick<Clock, 'steady' | 'sleep'>;
}

/** To be filled in. */
export function openOutbound({ allowance }: OutboundParts): Outbound {
  return {
    allowed: allowance,
    post: async () => ({ status: null, body: null, fault: 'interrupted', byAllowance: false, ms: 0 }),
  };
}
