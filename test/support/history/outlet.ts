import { setTimeout as sleepFor } from 'node:timers/promises';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import type { SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';

/** What lets a sandbox reach a receiver on this machine, as a run of the program does. @param allowed `host:port` each */
export function outlet(allowed: readonly string[]): Pick<SandboxOptions, 'openOutbound' | 'allowance'> {
  const clock = {
    steady: () => performance.now(),
    sleep: (milliseconds: number, signal?: AbortSignal) => sleepFor(milliseconds, undefined, { signal }),
  };
  return { allowance: allowed, openOutbound: async () => openOutbound({ allowance: allowed, clock }) };
}
