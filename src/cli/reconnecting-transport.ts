import type { Transport, WireRequest } from '../client/transport.ts';
import type { SandboxConnection } from './connect-sandbox.ts';

type SandboxRoute = Pick<SandboxConnection, 'baseUrl' | 'transport'>;

/**
 * Carries requests to whoever serves the sandbox at that moment. What goes on for long outlives a server: it may end, so
 * that the sandbox's file is all there is, or be there again on another port.
 *
 * @param find looks again when nobody takes the connection; nothing was sent then, so that nothing is sent twice
 */
export function createReconnectingTransport(
  first: SandboxRoute,
  find: () => Promise<SandboxRoute>,
): Transport {
  let way = first;
  return async (request) => {
    try {
      return await way.transport(redirectRequest(way, request));
    } catch (cause) {
      if (!isRefused(cause)) throw cause;
      way = await find();
      return way.transport(redirectRequest(way, request));
    }
  };
}

function redirectRequest({ baseUrl }: SandboxRoute, request: WireRequest): WireRequest {
  const { pathname, search } = request.url;
  return { ...request, url: new URL(`${pathname}${search}`, baseUrl) };
}

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
