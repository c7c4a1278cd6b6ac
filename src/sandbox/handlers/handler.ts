import type * as z from 'zod';
import type { Endpoint } from '../../facts/endpoint.ts';
import type { ENDPOINTS, EndpointName } from '../../facts/endpoints.ts';
import type { Platform } from '../../facts/platforms.ts';
import type { PrivateAllowlist } from '../../rules/private-allowlist.ts';
import type { XPairSent } from '../classify-x-pair.ts';
import type { Random } from '../generate-keys.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';

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
  /** What new ids are made of. */
  readonly random: Random;
  /** What this run allows beyond the public network. @see docs/safety.md#S9 */
  readonly allowance: PrivateAllowlist;
  /** What the cursors of this store are sealed with. */
  readonly cursorKey: string;
  /** The failure that somebody ordered for this call where it asks this network, if it comes now. */
  findInjectedFailure(network: Platform): NetworkFailure | null;
}

/** A request of one endpoint, read by its schemas. */
export interface HandlerInput<N extends EndpointName> {
  readonly params: z.output<(typeof ENDPOINTS)[N]['params']>;
  readonly query: z.output<(typeof ENDPOINTS)[N]['query']>;
  readonly body: BodyOf<(typeof ENDPOINTS)[N]>;
}

/** A body that has a code of its own for what is wrong with it comes as it was sent. */
type BodyOf<E extends Endpoint> = E extends { readonly invalidBody: number }
  ? unknown
  : E['body'] extends z.ZodType
    ? z.output<E['body']>
    : undefined;

/**
 * Answers one endpoint with the body of its success.
 *
 * @throws ServiceFailure where the service refuses
 */
export type Handler<N extends EndpointName> = (input: HandlerInput<N>, context: HandlerContext) => object;
