import { detectXTarget } from '../../domain/requests/detect-x-target.ts';
import { ENDPOINTS, type EndpointName } from '../../service/endpoints.ts';
import { refuseDirectLogin } from '../handlers/audio-account.ts';
import type { HandlerContext, HandlerInput } from '../handlers/handler.ts';
import { HANDLERS } from '../handlers/handlers.ts';
import { findInjectedFailure } from '../networks/injected-failure.ts';
import type { XPairSent } from '../store/classify-x-pair.ts';
import { normalizeRequest } from './normalize-request.ts';
import { type Input, type RawInput, readInput } from './read-input.ts';
import type { Route } from './routes.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { ServiceFailure } from './service-failure.ts';

/**
 * Handles a request of an endpoint: reads its input by its schemas, requires the X pair where X is addressed, applies
 * injected faults, and calls the handler.
 *
 * @throws ServiceFailure where the service refuses
 */
export function callEndpoint<N extends EndpointName>(
  { name, params }: Route<N>,
  request: Pick<SandboxRequest, 'url'> & { readonly body: unknown },
  context: Omit<HandlerContext, 'findInjectedFailure'>,
): object {
  const { url, body } = request;
  const raw = normalizeRequest(name, { params, query: url.searchParams, body });
  const input = readChecked(name, raw, context);
  const aim = detectXTarget({ path: buildPath(name, raw.params), query: input.query, body: input.body });
  if (isPairMissing(aim, context.xPair)) {
    throw new ServiceFailure(419, {
      message: 'One or both of the X API key and secret headers are missing.',
    });
  }
  const failure = findInjectedFailure(context.store, { endpoint: name, network: null });
  if (failure !== null) {
    const { code, ...facts } = failure;
    throw new ServiceFailure(code, facts);
  }
  // Validated by the schemas of this endpoint.
  return HANDLERS[name](input as HandlerInput<N>, {
    ...context,
    findInjectedFailure: (network) => findInjectedFailure(context.store, { endpoint: name, network }),
  });
}

/** The path of a request in the endpoint's current spelling: an older spelling addresses the same networks. */
function buildPath(name: EndpointName, params: Readonly<Record<string, string>>): string {
  return ENDPOINTS[name].path.replaceAll(/\{(\w+)\}/g, (_gap, param: string) => params[param] ?? '');
}

/** Direct login is the reason of every refused audio request, even when its parameters are invalid. */
function readChecked(
  name: EndpointName,
  raw: RawInput,
  context: Pick<HandlerContext, 'store' | 'profile'>,
): Input {
  const endpoint = ENDPOINTS[name];
  try {
    return readInput(endpoint, raw);
  } catch (error) {
    if (endpoint.action === 'audio') refuseDirectLogin(context);
    throw error;
  }
}

/**
 * Half a pair is always an error; no pair is one where X is named. Where X may be one of a post's networks, only that
 * network fails.
 *
 * @see docs/service/access.md#access-errors, #AUTH-08
 */
function isPairMissing(aim: ReturnType<typeof detectXTarget>, sent: XPairSent): boolean {
  if (aim === 'no') return false;
  return sent === 'one' || (sent === 'none' && aim === 'named');
}
