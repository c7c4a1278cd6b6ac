import type * as z from 'zod';
import type { PrivateAllowlist } from '../../domain/addresses/public-url.ts';
import type { Endpoint, PartSchema } from '../../service/endpoint.ts';
import type { ENDPOINTS, EndpointName } from '../../service/endpoints.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { EnginePorts } from '../engine/ports.ts';
import type { Random } from '../generate-ids.ts';
import type { MediaFiles } from '../media-files.ts';
import type { NetworkFailure } from '../networks/check-account.ts';
import type { XPairSent } from '../store/access.ts';
import type { Profile } from '../store/profiles.ts';

/** Dependencies and state of a request that handlers use. */
export interface HandlerContext {
  store: Database;
  /** The profile that the request acts for. */
  profile: Profile;
  /** Scheme, host and port that the client used. */
  origin: string;
  xPair: XPairSent;
  /** Time of the request, the same for all of it. */
  now: number;
  /** Requests of the profile in this calendar month, this one included. */
  usedInMonth: number;
  /** Random bytes for new ids. */
  random: Random;
  /** Private addresses that this run may reach. @see docs/safety.md#S9 */
  allowance: PrivateAllowlist;
  /** The bytes of uploaded files. */
  files: MediaFiles;
  /** Opens the outbound client; absent where nothing may be sent. */
  openOutbound?: EnginePorts['openOutbound'];
  /** The key that signs the cursors and upload addresses of this store. */
  cursorKey: string;
  /** The injected fault that applies to this call on this network, if any. */
  findInjectedFailure(network: Platform): NetworkFailure | null;
}

/** Input of one endpoint, parsed by its schemas. */
export interface HandlerInput<N extends EndpointName> {
  readonly params: z.output<PartSchema<(typeof ENDPOINTS)[N], 'params'>>;
  readonly query: z.output<PartSchema<(typeof ENDPOINTS)[N], 'query'>>;
  readonly body: BodyOf<(typeof ENDPOINTS)[N]>;
}

/** A body whose endpoint has an error code of its own for invalid bodies is not parsed yet. */
type BodyOf<E extends Endpoint> = E extends { invalidBody: number }
  ? unknown
  : E extends { readonly body: infer Body extends z.ZodType }
    ? z.output<Body>
    : undefined;

/**
 * Handles one endpoint and returns the body of its success, or a promise of it.
 *
 * @throws ServiceFailure where the service refuses
 */
export type Handler<N extends EndpointName> = (
  input: HandlerInput<N>,
  context: HandlerContext,
) => object | Promise<object>;
