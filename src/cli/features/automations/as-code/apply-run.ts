import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import { shouldAbortBatch } from '../../../framework/many/run-each.ts';
import { type KindPlan, type ResourceChange, takesPlace } from './plan.ts';
import type { ResourceKind } from './resource-kind.ts';

/** The service's error code for the cap of active automations. */
const CAP_REACHED = 470;

/**
 * Refusals that the next request of the same kind and profile would get too: they are not provoked again, since too many
 * refused requests suspend a profile.
 */
export function createRefusals() {
  const refusals = new Map<KindPlan, CrierError>();
  return {
    /** @throws CrierError in place of a request that would be refused */
    require(plan: KindPlan, change: ResourceChange): void {
      const refusal = refusals.get(plan);
      if (refusal === undefined || (refusal.facts.code === CAP_REACHED && !takesPlace(change))) return;
      throw new CrierError(refusal.kind, `not requested: ${refusal.message}`, refusal.facts);
    },
    add(plan: KindPlan, error: unknown): void {
      if (!(error instanceof CrierError)) return;
      const { code = null, http = null } = error.facts;
      if (code === CAP_REACHED || shouldAbortBatch([{ code, http: http ?? ANSWERED }]))
        refusals.set(plan, error);
    },
  };
}

const ANSWERED = 200;

/** Creations that rely on one listing: one for each would take half of the request limit. */
const CREATIONS_PER_LISTING = 10;

/** Looks for a name right before something is created, since another run may have done it meanwhile. */
export function createNameCheck() {
  const listings = new Map<KindPlan, { readonly names: ReadonlySet<string>; left: number }>();
  return async (plan: KindPlan, name: string, kind: ResourceKind, client: Client): Promise<boolean> => {
    let listing = listings.get(plan);
    if (listing === undefined || listing.left === 0) {
      listing = { names: new Set(await kind.listNames(client)), left: CREATIONS_PER_LISTING };
      listings.set(plan, listing);
    }
    listing.left -= 1;
    return listing.names.has(name);
  };
}
