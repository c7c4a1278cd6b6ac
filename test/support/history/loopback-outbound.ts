import type { SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import { realOutbound } from '../engine/real-outbound.ts';

/** What lets a sandbox reach a receiver on this machine, as a run of the program does. @param allowed `host:port` each */
export function loopbackOutbound(
  allowed: readonly string[],
): Pick<SandboxOptions, 'openOutbound' | 'allowance'> {
  return { allowance: allowed, openOutbound: () => realOutbound(allowed) };
}
