import type {
  Outbound,
  OutboundAnswer,
  OutboundRead,
  OutboundRequest,
} from '../../../src/outbound/outbound.ts';
import type { World } from '../../../src/world.ts';

/** A way out that leads nowhere: what is asked is answered as the test says. */
export function createFakeOutbound(
  answer: (request: OutboundRequest) => Partial<OutboundAnswer> | Promise<Partial<OutboundAnswer>>,
): Outbound & { readonly asked: readonly OutboundRequest[] } {
  const asked: OutboundRequest[] = [];
  async function send(request: OutboundRequest): Promise<OutboundAnswer> {
    asked.push(request);
    return { status: null, body: null, fault: null, byAllowance: false, ms: 1, ...(await answer(request)) };
  }
  return {
    asked,
    allowed: [],
    post: send,
    get: (request: OutboundRead) => send({ ...request, body: new Uint8Array() }),
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

/** Of a way out through which nothing is read. */
export const readNothing: Outbound['get'] = async () => ({
  status: null,
  body: null,
  fault: 'name not found',
  byAllowance: false,
  ms: 0,
});
