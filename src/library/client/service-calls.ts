import type { EndpointAnswer, EndpointInput } from '../../service/endpoint.ts';
import type { ENDPOINTS, EndpointName } from '../../service/endpoints.ts';

/**
 * Input and answer of each endpoint of the service, by its name. The package has declarations that are written from
 * the same schemas instead, so that they need no other package: `scripts/service-types.mjs`.
 */
export type ServiceCalls = {
  readonly [N in EndpointName]: {
    readonly input: EndpointInput<(typeof ENDPOINTS)[N]>;
    readonly answer: EndpointAnswer<(typeof ENDPOINTS)[N]>;
  };
};
