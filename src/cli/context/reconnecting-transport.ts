import type { Transport, WireRequest } from '../../client/transport.ts';
import type { SandboxConnection } from './connect-sandbox.ts';

type SandboxRoute = Pick<SandboxConnection, 'baseUrl' | 'transport'>;

/**
 * Sends requests to the process that serves the sandbox at that time. Long-running commands outlive a server:
 * it may stop, so that only the sandbox's file is left, or come back on another port.
 *
 * @param find finds the new connection when one is refused; nothing was sent then, so no request is sent
 *   twice
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
