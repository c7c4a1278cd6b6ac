import type { RoutedEndpoint } from '../endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../endpoints.ts';

/**
 * All endpoints without their schemas, to route a request and to judge its effect. Plain data in the bundle, so that
 * only the schemas of the endpoint that is called are loaded.
 *
 * @see docs/service/endpoints.md#endpoints
 */
export const ROUTES = Object.fromEntries(
  Object.entries<RoutedEndpoint>(ENDPOINTS).map(([name, { method, path, otherPaths, effect, isRead }]) => [
    name,
    { method, path, otherPaths, effect, isRead },
  ]),
) as Readonly<Record<EndpointName, RoutedEndpoint>>; // of the same names
