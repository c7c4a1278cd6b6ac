import type { Outbound, OutboundAnswer, OutboundRequest } from '../../src/outbound/outbound.ts';
import type { World } from '../../src/world.ts';

/** A way out that leads nowhere: what is asked is answered as the test says. */
export function createFakeOutbound(
  answer: (request: OutboundRequest) => Partial<OutboundAnswer> | Promise<Partial<OutboundAnswer>>,
): Outbound & { readonly asked: readonly OutboundRequest[] } {
  const asked: OutboundRequest[] = [];
  return {
    asked,
    allowed: [],
    async post(request) {
      asked.push(request);
      return { status: null, body: null, fault: null, byAllowance: false, ms: 1, ...(await answer(request)) };
    },
  };
}

/** An answer with a text that can be used. */
export function withText(message: string): Partial<OutboundAnswer> {
  return { status: 200, body: new TextEncoder().encode(JSON.stringify({ message })) };
}

/** The same for a run of the program, which says what it is allowed. */
export function answering(
  answer: (request: OutboundRequest) => Partial<OutboundAnswer>,
): World['openOutbound'] {
  return async (allowed) => ({
    ...createFakeOutbound((request) => ({ ms: 3, ...answer(request) })),
    allowed,
  });
}
