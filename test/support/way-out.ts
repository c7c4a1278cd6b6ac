import { setTimeout as sleepFor } from 'node:timers/promises';
import type { World } from '../../src/cli/world.ts';
import { openOutbound } from '../../src/outbound/open-outbound.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../src/outbound/outbound.ts';

/** The real way to addresses that users give, by the machine's own clock. */
export const wayOut: World['openOutbound'] = async (allowance) =>
  openOutbound({
    allowance,
    clock: {
      steady: () => performance.now(),
      sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal }),
    },
  });

/** A way out behind which one answers all, and nothing leaves. */
export function answering(
  answer: (request: OutboundRequest) => Partial<OutboundAnswer>,
): World['openOutbound'] {
  const silent: OutboundAnswer = { status: null, body: null, fault: null, byAllowance: false, ms: 3 };
  return async (allowed): Promise<Outbound> => ({
    allowed,
    post: async (request) => ({ ...silent, ...answer(request) }),
  });
}
