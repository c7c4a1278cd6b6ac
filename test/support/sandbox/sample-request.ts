import type { Endpoint } from '../../../src/service/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/service/endpoints.ts';

/** The request of an endpoint's sample: a path with its query, and JSON where it has a body. */
export function buildSampleRequest(name: EndpointName) {
  const { method, path, sample }: Endpoint = ENDPOINTS[name];
  const { params = {}, query = {}, body } = sample;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_gap, param: string) => params[param] ?? '');
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  return {
    method,
    path: search.size === 0 ? filled : `${filled}?${search}`,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
