import type { Endpoint } from '../endpoint.ts';
import type { EndpointName } from '../endpoints.ts';

/** Loads an endpoint with its schemas: in the bundle only the module of `src/service/endpoints` that has it. */
export async function loadEndpoint(name: EndpointName): Promise<Endpoint> {
  return (await import('../endpoints.ts')).ENDPOINTS[name];
}
