import { CrierError } from '../errors.ts';
import { ENDPOINTS } from '../facts/endpoints.ts';
import { profileOf } from './access.ts';
import { callEndpoint } from './call-endpoint.ts';
import { compress } from './compress.ts';
import type { SandboxAnswer, SandboxRequest } from './exchange.ts';
import type { HandlerContext } from './handlers/handler.ts';
import { readBody } from './read-body.ts';
import { routes } from './routes.ts';
import { failureReply, type Reply, ServiceFailure } from './service-failure.ts';
import type { Keys } from './store/keys.ts';
import type { Store } from './store/store.ts';
import { xPairSent } from './x-pair-sent.ts';

/** What the app is made of. */
export interface AppParts {
  readonly keys: Keys;
  readonly store: Store;
  now(): number;
  /** A name for a fault of our own, to find it by. */
  traceId(): string;
  /** Gets such a fault; the caller is told its trace id alone. */
  onDefect(traceId: string, error: unknown): void;
}

export type App = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** `action` of refusals that come before an endpoint is known. @see undescribed.md 1.2 */
const REQUEST = 'request';

/**
 * The service: a request in, an answer out, no socket between. It answers the endpoints of `ENDPOINTS` by
 * their `HANDLERS`; access is checked first, then the body, then the route and what the route asks for.
 *
 * @see service.md; undescribed.md 1
 */
export function createApp(parts: AppParts): App {
  const findRoute = routes();
  return async (request) => {
    const { http, body } = reply(request);
    const json = new TextEncoder().encode(JSON.stringify(body));
    const encoded = await compress(json, request.headers['accept-encoding']);
    return {
      status: http,
      headers: { 'content-type': 'application/json; charset=utf-8', ...encoded.headers },
      body: encoded.body,
    };
  };

  function reply(request: SandboxRequest): Reply {
    let action = REQUEST;
    try {
      const context = contextOf(request);
      readBody(request.body);
      const route = findRoute(request.method, request.url.pathname);
      if (route === null)
        throw new ServiceFailure(1404, { message: 'There is no such route, or not with this method.' });
      action = ENDPOINTS[route.name].action;
      return { http: 200, body: callEndpoint(route, request, context) };
    } catch (error) {
      return failureReply(error instanceof ServiceFailure ? error : ownFault(error), action);
    }
  }

  function contextOf({ headers }: SandboxRequest): HandlerContext {
    const { keys, store } = parts;
    return {
      store,
      profile: profileOf(headers, { keys, profiles: store.profiles }),
      xPair: xPairSent(headers, keys.xPair),
      now: parts.now(),
    };
  }

  /** Only what a person can mend, such as a full disk, is told in words. */
  function ownFault(error: unknown): ServiceFailure {
    const traceId = parts.traceId();
    parts.onDefect(traceId, error);
    const reason = error instanceof CrierError ? `${error.message}; ` : '';
    return new ServiceFailure(1500, {
      message: 'The sandbox failed by a fault of its own.',
      details: `${reason}trace id ${traceId}`,
    });
  }
}
