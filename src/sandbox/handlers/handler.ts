import type * as z from 'zod';
import type { ENDPOINTS, EndpointName } from '../../facts/endpoints.ts';
import type { Platform } from '../../facts/platforms.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import type { XPairSent } from '../x-pair-sent.ts';

/** What a handler may ask for. */
export interface HandlerContext {
  readonly store: Store;
  /** The profile that the request acts for. */
  readonly profile: Profile;
  readonly xPair: XPairSent;
  /** The moment of the request: one for all of it. */
  readonly now: number;
  /** Requests of the profile in this calendar month, this one included. */
  readonly usedInMonth: number;
  /** The failure that somebody ordered for this call where it asks this network, if it comes now. */
  orderedFailure(network: Platform): NetworkFailure | null;
}

/** A request of one endpoint, read by its schemas. */
export interface HandlerInput<N extends EndpointName> {
  readonly params: z.output<(typeof ENDPOINTS)[N]['params']>;
  readonly query: z.output<(typeof ENDPOINTS)[N]['query']>;
}

/**
 * Answers one endpoint with the body of its success.
 *
 * @throws ServiceFailure where the service refuses
 */
export type Handler<N extends EndpointName> = (input: HandlerInput<N>, context: HandlerContext) => object;
